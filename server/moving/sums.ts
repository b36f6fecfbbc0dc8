import { createHash } from 'node:crypto'
import { TABLES, type Table } from '#server/archive/format.ts'
import type { Row } from '#server/archive/tables.queries.ts'

/** What a table holds, whatever engine it is in and whatever order it keeps. */
export interface TableSum {
  rows: number
  /** The sum of the SHA-256 of all rows, hex: one row more, less, twice or otherwise makes another. */
  checksum: string
}

const MODULUS = 1n << 256n

/** Adds up rows, one after the other, table by table. */
export function createSums() {
  const sums = new Map<Table, { rows: number; total: bigint }>(
    TABLES.map((table) => [table, { rows: 0, total: 0n }]),
  )
  return {
    add(table: Table, row: Row): void {
      const sum = sums.get(table)
      if (!sum) return
      sum.rows += 1
      sum.total = (sum.total + hashOf(row)) % MODULUS
    },
    of(table: Table): TableSum {
      const { rows, total } = sums.get(table) ?? { rows: 0, total: 0n }
      return { rows, checksum: total.toString(16).padStart(64, '0') }
    },
  }
}

/** Columns come in another order where they were added later. */
function hashOf(row: Row): bigint {
  const columns = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const hash = createHash('sha256').update(JSON.stringify(columns)).digest('hex')
  return BigInt(`0x${hash}`)
}
