import { TABLES, type Table } from '#server/archive/format.ts'
import { moveRows } from '#server/archive/move-rows.ts'
import { countRows, newestMigration, picturesOf, rowsOf } from '#server/archive/tables.queries.ts'
import { type Database, type Db, transaction } from '#server/core/db/database.ts'
import { knowsMigration, migrate, migrateTo } from '#server/core/db/migrate.ts'
import { isServed, tablesIn } from '#server/core/db/set-aside.ts'
import { rebuildSearchIndex } from '#server/core/search-index/rebuild.ts'
import type { ImageFiles } from '#server/features/media/image-files.ts'
import type { Bar } from './bar.ts'
import { createPictureMove, type MovedPictures, type PictureMove } from './move-pictures.ts'
import { createSums, type TableSum } from './sums.ts'

interface MoveParts {
  /** Opened to read: nothing of it is changed, and nobody waits. */
  from: Database
  /** An empty PostgreSQL database. */
  into: Database
  pictures: { from: ImageFiles; into: ImageFiles }
  bar: Bar
}

export interface Moved {
  /** What is on both sides now, table by table. */
  tables: (TableSum & { table: Table })[]
  pictures: MovedPictures
}

/**
 * Moves the site as it is at one moment: pictures first, then all rows in one transaction, then the pictures that came
 * meanwhile. What arrived is read again and compared by number and checksum before it counts. Throws an Error with one
 * sentence, and the database is as empty as it was.
 */
export async function moveSite({ from, into, pictures, bar }: MoveParts): Promise<Moved> {
  const schema = await newestMigration(from)
  if (schema === undefined) throw new Error('There is no site to move: start it once.')
  if (!knowsMigration(schema)) throw new Error(`The site is of a newer Lectern (${schema}).`)
  if ((await tablesIn(into)).length > 0) throw new Error('The database to move into is not empty.')
  if (await isServed(into)) throw new Error('A site is running on the database to move into.')
  const move = createPictureMove(pictures)
  await movePictures(move, { db: from, bar })
  return transaction(into, async (trx) => {
    await migrateTo(trx, schema)
    const tables = await moveTables({ from, into: trx, bar })
    await migrate(trx)
    await rebuildSearchIndex(trx, (done, all) => bar.show('search index', done, all))
    return { tables, pictures: await movePictures(move, { db: trx, bar }) }
  })
}

/** The first of two passes: pictures alone, while the site runs. What is there already is not copied again. */
export async function movePicturesAhead(parts: Omit<MoveParts, 'into'>): Promise<MovedPictures> {
  return movePictures(createPictureMove(parts.pictures), { db: parts.from, bar: parts.bar })
}

async function movePictures(move: PictureMove, { db, bar }: { db: Db; bar: Bar }): Promise<MovedPictures> {
  const pictures = await picturesOf(db)
  return move.move(pictures, (done) => bar.show('pictures', done, pictures.length))
}

async function moveTables({ from, into, bar }: { from: Database; into: Db; bar: Bar }) {
  const totals = new Map<Table, number>()
  for (const table of TABLES) totals.set(table, await countRows(from, table))
  const sent = createSums()
  await moveRows({
    from,
    into,
    progress: () => undefined,
    sent(table, row) {
      sent.add(table, row)
      bar.show(table, sent.of(table).rows, totals.get(table) ?? 0)
    },
  })
  const arrived = createSums()
  const tables: Moved['tables'] = []
  for (const table of TABLES) {
    const expected = sent.of(table)
    for await (const row of rowsOf(into, table)) {
      arrived.add(table, row)
      bar.show(`${table}, read again`, arrived.of(table).rows, expected.rows)
    }
    const { rows, checksum } = arrived.of(table)
    if (rows !== expected.rows || checksum !== expected.checksum)
      throw new Error(`The rows of ${table} did not arrive as they were sent: nothing was moved.`)
    tables.push({ table, rows, checksum })
  }
  return tables
}
