import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import type { StoredWidths } from '#server/features/media/picture-files.ts'
import { videoOfUpload } from '#server/features/video/uploads.queries.ts'
import { BYTE_COLUMNS, COMPUTED_COLUMNS, type Table } from './format.ts'

export type Row = Record<string, unknown>

const ROWS_AT_ONCE = 1000
const VALUES_AT_ONCE = 4000

/** Streams all rows of a table, in no order. */
export async function* rowsOf(trx: Db, table: Table): AsyncGenerator<Row> {
  const rows = trx.selectFrom(table).selectAll().stream(ROWS_AT_ONCE)
  for await (const row of rows) yield asText(table, { ...row })
}

function asText(table: Table, row: Row): Row {
  const computed = COMPUTED_COLUMNS[table]
  if (computed !== undefined) delete row[computed]
  const column = BYTE_COLUMNS[table]
  const bytes = column === undefined ? undefined : row[column]
  return column !== undefined && Buffer.isBuffer(bytes) ? { ...row, [column]: bytes.toString('base64') } : row
}

function asBytes(table: Table, row: Row): Row {
  const column = BYTE_COLUMNS[table]
  return column === undefined ? row : { ...row, [column]: Buffer.from(String(row[column]), 'base64') }
}

export async function picturesOf(db: Db): Promise<StoredWidths[]> {
  const rows = await db.selectFrom('images').select(['name', 'widths']).execute()
  return rows.map(({ name, widths }) => ({ name, widths: widths.slice(1, -1).split(',').map(Number) }))
}

export async function columnsOf(db: Db): Promise<Map<string, Set<string>>> {
  const tables = await db.introspection.getTables()
  // On PostgreSQL a restore moves the old tables to another schema with the same names.
  const current = tables.filter(({ schema }) => schema === undefined || schema === 'public')
  const computed: Readonly<Record<string, string>> = COMPUTED_COLUMNS
  return new Map(
    current.map(({ name, columns }) => [
      name,
      new Set(columns.map((column) => column.name).filter((column) => column !== computed[name])),
    ]),
  )
}

/** Deletes the rows that migrations insert, such as categories; the archive has all rows. */
export async function emptyTable(db: Db, table: Table): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(db)
}

/** From here on PostgreSQL checks every reference at once, also those between the rows of one table. */
export async function checkReferencesNow(db: Db): Promise<void> {
  if (isPostgres(db)) await sql`set constraints all immediate`.execute(db)
}

export async function putRows(
  db: Db,
  { table, columns }: { table: Table; columns: Set<string> },
  rows: Row[],
) {
  const names = [...columns]
  const atOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / names.length))
  for (let start = 0; start < rows.length; start += atOnce) {
    const tuples = rows
      .slice(start, start + atOnce)
      .map((row) => asBytes(table, row))
      .map((row) => sql`(${sql.join(names.map((name) => row[name]))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values ${sql.join(tuples)}`.execute(db)
  }
}

/** The ids of the videos whose files are prepared. */
export async function preparedVideos(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('videos').select('id').where('state', '=', 'ready').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** The ids of the uploads that arrived and are not prepared yet, of one node or of all: their originals are needed. */
export async function originalsOf(db: Db, node?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('uploads.id')
    .where('uploads.state', '=', 'finished')
    .$if(node !== undefined, (query) => query.where('uploads.node', '=', node ?? ''))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('videos')
          .select('videos.id')
          .where('videos.state', 'in', ['queued', 'working'])
          .where('videos.id', '=', videoOfUpload),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
