import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface Order {
  /** The SQLite file of the site that is moved. */
  file: string
  /** Its data folder, with the pictures. */
  folder: string
  /** Address of the database to move into. */
  to: string
  /** Only the pictures, ahead of the move itself. */
  picturesOnly: boolean
}

const SQLITE = /^sqlite:(?!\/\/[^/])(?:\/\/)?(.+)$/

/** What a command line orders; throws an Error with one sentence when it is none. */
export function readOrder(words: string[]): Order {
  const { values } = parseArgs({
    args: words,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      pictures: { type: 'boolean', default: false },
    },
  })
  const [, path] = SQLITE.exec(values.from ?? '') ?? []
  if (path === undefined) throw new Error('--from must be like sqlite:./data/lectern.db.')
  const { to = '' } = values
  if (!(URL.canParse(to) && /^postgres(ql)?:$/.test(new URL(to).protocol)))
    throw new Error('--to must be like postgres://user:password@host/database.')
  const file = resolve(path)
  return { file, folder: dirname(file), to, picturesOnly: values.pictures }
}
