import {
  type CompiledQuery,
  type ConnectionProvider,
  type KyselyProps,
  type QueryExecutor,
  type QueryResult,
  Transaction,
} from 'kysely'
import type { Schema } from './schema.ts'
import type { Line } from './sqlite-line.ts'

export type Ask = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>

/** A transaction that can also be asked directly. */
class DirectTransaction extends Transaction<Schema> {
  readonly ask: Ask
  constructor(props: KyselyProps, ask: Ask) {
    super(props)
    this.ask = ask
  }
}

/**
 * The way of hot paths to SQLite, past Kysely's own builders and providers: through those a statement takes as long again
 * as SQLite needs for it, and a transaction as long as four statements.
 */
export interface Direct {
  ask: Ask
  /** As Kysely's: what `work` throws rolls back, and nothing is asked of it once it is over. */
  transaction: <Result>(
    executor: QueryExecutor,
    work: (trx: Transaction<Schema>) => Promise<Result>,
  ) => Promise<Result>
}

export function createDirect(
  open: () => Line,
  parts: Pick<KyselyProps, 'config' | 'dialect' | 'driver'>,
): Direct {
  return {
    ask: (query) => open().executeQuery(query),
    async transaction(executor, work) {
      const line = open()
      let isOver = false
      const within = () => {
        if (isOver) throw new Error('This transaction is over.')
        return line
      }
      const provider: ConnectionProvider = { provideConnection: async (consumer) => consumer(within()) }
      const props = { ...parts, executor: executor.withConnectionProvider(provider) }
      const trx = new DirectTransaction(props, async (query) => within().executeQuery(query))
      await line.begin()
      try {
        const result = await work(trx)
        isOver = true
        await line.commit()
        return result
      } catch (error) {
        isOver = true
        await line.rollback()
        throw error
      }
    },
  }
}

/** How to ask inside of this transaction, if it is one of ours. */
export function askWithin(db: object): Ask | undefined {
  return db instanceof DirectTransaction ? db.ask : undefined
}
