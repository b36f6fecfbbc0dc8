import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { disturb, inWords, isCalm } from './disturbed.ts'
import type { Fault } from './fault.ts'

export const heldLock: Fault = {
  id: 'F10',
  title: 'another process holds the write lock for 30 s',
  async run(folder) {
    const data = join(folder, 'data')
    const result = await disturb({
      data,
      folder,
      ms: 30_000,
      async begin() {
        const other = new SQLite(join(data, 'lectern.db'))
        other.exec('begin exclusive')
        return () => {
          other.exec('commit')
          other.close()
        }
      },
    })
    return { held: isCalm(result), figures: inWords(result) }
  },
}
