import { createHash } from 'node:crypto'

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
