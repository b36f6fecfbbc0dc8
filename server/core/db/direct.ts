import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type KyselyProps,
  type QueryExecutor,
  type QueryResult,
  Transaction,
} from 'kysely'
import type { Schema } from './schema.ts'

/** What one transaction works with. Statements that need not know each other's rows may be asked for at once. */
export interface Line extends DatabaseConnection {
  begin(): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
}

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
 * The way of hot paths, past Kysely's own builders and providers: through those a statement takes as long again as SQLite
 * needs for it, and a transaction as long as four statements; and two statements of a transaction never go to PostgreSQL
 * together.
 */
export interface Direct {
  ask: Ask
  /** As Kysely's: what `work` throws rolls back, and nothing is asked of it once it is over. */
  transaction: <Result>(
    executor: QueryExecutor,
    work: (trx: Transaction<Schema>) => Promise<Result>,
  ) => Promise<Result>
}

/** What Kysely makes a transaction of, besides who executes. */
export type Parts = Pick<KyselyProps, 'config' | 'dialect' | 'driver'>

/** All of `work` on this line, or none of it. */
export async function transactionOn<Result>(
  line: Line,
  { executor, ...parts }: Parts & { executor: QueryExecutor },
  work: (trx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
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
}

/** How to ask inside of this transaction, if it is one of ours. */
export function askWithin(db: object): Ask | undefined {
  return db instanceof DirectTransaction ? db.ask : undefined
}
