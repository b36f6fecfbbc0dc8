import { createHash } from 'node:crypto'
import { type Db, transaction } from '#server/data/database.ts'
import { type Manifest, TABLES } from './format.ts'
import { BadArchive, parsedJson } from './read-archive.ts'
import { checkReferencesNow, columnsOf, emptyTable, putRows, type Row, rowsOf } from './tables.queries.ts'

/** Replaces the rows of a database with the rows of an archive with the same schema. */
export async function createRowLoader(db: Db, progress: (line: string) => void) {
  const columns = await columnsOf(db)
  // An older archive has fewer tables.
  const tables = TABLES.filter((table) => columns.has(table))
  for (const table of tables.toReversed()) await emptyTable(db, table)
  const sums = new Map(tables.map((table) => [table, createSum()]))

  return {
    async load(name: string, bytes: Buffer): Promise<void> {
      const table = tables.find((each) => each === name)
      const known = columns.get(name)
      const sum = table && sums.get(table)
      if (!(table && known && sum))
        throw new BadArchive(`It holds rows of ${name}, which Lectern does not have.`)
      const rows = rowsIn(bytes, name, known)
      await transaction(db, (trx) => putRows(trx, { table, columns: known }, rows)).catch(
        (error: unknown) => {
          const why = error instanceof Error ? error.message : ''
          throw new BadArchive(`Its rows of ${name} do not fit: ${why}.`)
        },
      )
      for (const row of rows) sum.add(row)
      progress(`${name}: ${sum.rows()} rows`)
    },
    /** Throws unless the rows of the archive and of the database match the manifest. */
    async check({ rows: promised }: Manifest): Promise<void> {
      await checkReferencesNow(db)
      for (const [table, sum] of sums) {
        const count = promised[table] ?? 0
        if (sum.rows() !== count) throw new BadArchive(`It does not hold ${count} rows of ${table}.`)
        progress(`${table}: reading ${count} rows again`)
        const arrived = createSum()
        await transaction(db, async (trx) => {
          for await (const row of rowsOf(trx, table)) arrived.add(row)
        })
        if (arrived.value() !== sum.value())
          throw new BadArchive(`Its rows of ${table} did not arrive as they are in it.`)
      }
    },
  }
}

function rowsIn(bytes: Buffer, table: string, columns: Set<string>): Row[] {
  const lines = bytes.toString('utf8').split('\n')
  if (lines.pop() !== '') throw new BadArchive(`Its rows of ${table} are cut off.`)
  return lines.map((line) => {
    const row = parsedJson(line)
    if (!isRow(row, columns)) throw new BadArchive(`It holds a row of ${table} that Lectern never wrote.`)
    return row
  })
}

function isRow(row: unknown, columns: Set<string>): row is Row {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false
  const entries = Object.entries(row)
  return (
    entries.length === columns.size &&
    entries.every(
      ([key, value]) =>
        columns.has(key) && (value === null || typeof value === 'string' || Number.isFinite(value)),
    )
  )
}

const MODULUS = 1n << 256n

/**
 * Computes a checksum of a table: the number of rows and the sum of their SHA-256. It depends neither on the order of rows
 * and columns nor on the engine.
 */
export function createSum() {
  let rows = 0
  let total = 0n
  return {
    add(row: Record<string, unknown>): void {
      const columns = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
      const hash = createHash('sha256').update(JSON.stringify(columns)).digest('hex')
      rows += 1
      total = (total + BigInt(`0x${hash}`)) % MODULUS
    },
    rows: () => rows,
    value: () => `${rows} ${total.toString(16)}`,
  }
}
