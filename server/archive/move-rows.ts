import type { Database, Db } from '#server/core/db/database.ts'
import { countTotalsAnew, withCommentsUncounted } from '#server/core/totals-check.ts'
import { TABLES, type Table } from './format.ts'
import { columnsOf, countRows, emptyTable, putRows, type Row, rowsOf } from './tables.queries.ts'

interface MoveParts {
  /** Opened to read; all rows are of one moment of it. */
  from: Database
  /** Migrated as far as `from`; a transaction, so that all rows arrive or none. */
  into: Db
  progress: (line: string) => void
  /** Hears of each row that is sent. */
  sent?: (table: Table, row: Row) => void
}

const ROWS_AT_ONCE = 1000

/** Replaces every row of `into` by those of `from`, whichever engines they are; gives how many. The search index is not among them; totals are exact after it. */
export async function moveRows({ from, into, progress, sent }: MoveParts): Promise<number> {
  for (const table of TABLES.toReversed()) await emptyTable(into, table)
  const columns = await columnsOf(into)
  let moved = 0
  const moment = await from.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    const isUncounted = await withCommentsUncounted(into, async () => {
      for (const table of TABLES) {
        const count = await moveTable(
          { from: moment, into, progress, sent },
          table,
          columns.get(table) ?? new Set(),
        )
        const arrived = await countRows(into, table)
        if (arrived !== count) throw new Error(`${count} rows of ${table} were sent and ${arrived} arrived.`)
        moved += count
      }
    })
    if (isUncounted) await countTotalsAnew(into)
  } finally {
    await moment.rollback().execute()
  }
  return moved
}

async function moveTable(
  { from, into, progress, sent }: Omit<MoveParts, 'from'> & { from: Db },
  table: Table,
  columns: Set<string>,
): Promise<number> {
  let batch: Row[] = []
  let count = 0
  const send = async () => {
    await putRows(into, { table, columns }, batch)
    count += batch.length
    batch = []
    progress(`${table}: ${count} rows`)
  }
  for await (const row of rowsOf(from, table)) {
    batch.push(row)
    sent?.(table, row)
    if (batch.length >= ROWS_AT_ONCE) await send()
  }
  if (batch.length > 0) await send()
  return count
}
