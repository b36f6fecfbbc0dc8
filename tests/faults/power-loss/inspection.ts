import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import SQLite from 'better-sqlite3'
import { z } from 'zod'
import type { Acknowledged } from './workload.ts'

export interface Verdict {
  opens: boolean
  corrupt: boolean
  /** Acknowledged writes that are not there. */
  lost: number
  /** Pictures that a row names and that are missing or damaged. */
  pictures: number
}

const Ids = z.array(z.object({ id: z.string() }))
const Images = z.array(z.object({ name: z.string(), widths: z.string() }))
const Widths = z.array(z.number())

/** Writes the files to a folder and checks them like a server that starts again. */
export function inspect(
  files: ReadonlyMap<string, Buffer>,
  { root, folder: copy, acks }: { root: string; folder: string; acks: readonly Acknowledged[] },
): Verdict {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const [path, bytes] of files) {
    const target = join(copy, path.slice(root.length))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, bytes)
  }
  try {
    return verdictOn(copy, { acks, files, root })
  } catch {
    return { opens: false, corrupt: true, lost: acks.length, pictures: 0 }
  }
}

interface Known {
  root: string
  files: ReadonlyMap<string, Buffer>
  acks: readonly Acknowledged[]
}

function verdictOn(copy: string, { root, files, acks }: Known): Verdict {
  const sqlite = new SQLite(join(copy, 'lectern.db'), { fileMustExist: true })
  try {
    const sound = JSON.stringify(sqlite.pragma('integrity_check')) === '[{"integrity_check":"ok"}]'
    const broken = z.array(z.unknown()).parse(sqlite.pragma('foreign_key_check'))
    const stored = new Set(
      ['comments', 'playlists'].flatMap((table) =>
        Ids.parse(sqlite.prepare(`select id from ${table}`).all()).map(({ id }) => `${table} ${id}`),
      ),
    )
    const named = Images.parse(sqlite.prepare('select name, widths from images where bytes > 0').all())
    const missing = named.flatMap(({ name, widths }) =>
      Widths.parse(JSON.parse(widths))
        .map((width) => join(root, 'media', name.slice(0, 2), `${name}-${width}.webp`))
        .filter((path) => !isWhole(files.get(path))),
    )
    return {
      opens: true,
      corrupt: !sound || broken.length > 0,
      lost: acks.filter(({ table, id }) => !stored.has(`${table} ${id}`)).length,
      pictures: missing.length,
    }
  } finally {
    sqlite.close()
  }
}

/** A WebP file contains its own length. */
function isWhole(file: Buffer | undefined): boolean {
  return file !== undefined && file.length > 12 && file.readUInt32LE(4) + 8 === file.length
}
