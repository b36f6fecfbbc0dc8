import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import { UNREACHABLE } from './dialect.ts'
import type { Line } from './direct.ts'
import { createNames } from './postgres-names.ts'

/** A deletion may have much below it: it gets this many times the patience of anything else. */
const PATIENCE_FOR_DELETIONS = 5
const LEAST_PATIENCE_MS = 200
/** After these the connection is gone, whatever the socket says. */
const CONNECTION_GONE = /^(08...|57P0[1-5]|25P03)$/

/** Nobody answers, or no more; `late` when it may only be slow. */
class Unreachable extends Error {
  readonly code = UNREACHABLE
  readonly late: boolean

  constructor(cause: Error) {
    super(`The database does not answer: ${cause.message}`, { cause })
    this.late = /timeout/i.test(cause.message)
  }
}

const COMMITTING = Symbol('the commit was sent')

/** Whether what failed can be tried again from its beginning: the connection went, and no commit was on its way. */
export function wasCutOff(error: unknown): boolean {
  if (!(error instanceof Error) || COMMITTING in error) return false
  if (error instanceof Unreachable) return !error.late
  return error instanceof pg.DatabaseError && CONNECTION_GONE.test(error.code ?? '')
}

/** What one query, or one transaction, works with. */
export interface PostgresLine extends Line {
  client: pg.PoolClient
  begin(words?: string): Promise<void>
  /** Without a second chance. */
  askOnce<Row>(query: CompiledQuery): Promise<QueryResult<Row>>
  /** Nothing may be asked of this connection any more. */
  broken: boolean
  /** Given back already: nobody took its place. */
  gone: boolean
  begun: boolean
  /** What the server says of the word that begins the transaction. */
  beginning: Promise<string> | undefined
  /** So many statements wait for that, and what comes after them waits behind them. */
  waiting: number
  /** How long the line waited for its connection: the first answer has that much less time. */
  waited: number
}

/** PostgreSQL keeps no NUL in a text, so there is none to be found either. */
function cleaned(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value,
  )
}

function failureOf(error: unknown, line: PostgresLine): unknown {
  if (error instanceof pg.DatabaseError) {
    if (CONNECTION_GONE.test(error.code ?? '')) line.broken = true
    return error
  }
  line.broken = true
  return error instanceof Error ? new Unreachable(error) : error
}

/** Whether a question changes nothing, so that it may be asked twice, or before it is known that its transaction began. */
export function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

/** A connection, or the reason why there is none in time. */
export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch((error: unknown) => {
    throw error instanceof pg.DatabaseError || !(error instanceof Error) ? error : new Unreachable(error)
  })
}

/**
 * What is asked in one turn of the event loop is written together, in as few packets as it takes: each wakes the server,
 * which costs as much as asking does.
 */
function gatherWrites(client: pg.PoolClient): void {
  const { stream } = client.connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Asks questions of a line's connection, each with its patience. */
export function createAsker(timeoutMs: number) {
  const nameOf = createNames()

  function patienceFor({ query }: CompiledQuery, waited: number): number {
    if (query.kind === 'DeleteQueryNode') return timeoutMs * PATIENCE_FOR_DELETIONS
    return Math.max(LEAST_PATIENCE_MS, timeoutMs - waited)
  }

  return {
    async ask<Row>(line: PostgresLine, compiled: CompiledQuery): Promise<QueryResult<Row>> {
      const name = nameOf(compiled)
      const question = {
        text: compiled.sql,
        values: cleaned(compiled.parameters),
        ...(name !== undefined && { name }),
        ...(timeoutMs > 0 && { query_timeout: patienceFor(compiled, line.waited) }),
      }
      try {
        gatherWrites(line.client)
        const { command, rowCount, rows } = await line.client.query<Row & pg.QueryResultRow>(question)
        line.waited = 0
        const changed = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
        return { rows, ...(changed && { numAffectedRows: BigInt(rowCount ?? 0) }) }
      } catch (error) {
        throw failureOf(error, line)
      }
    },
    /** Begin, commit, rollback; gives what the server did. */
    async order(line: PostgresLine, text: string): Promise<string> {
      const question = { text, ...(timeoutMs > 0 && { query_timeout: timeoutMs }) }
      gatherWrites(line.client)
      const answer = await line.client.query(question).catch((error: unknown) => {
        throw failureOf(error, line)
      })
      return answer.command
    },
  }
}

type Asker = ReturnType<typeof createAsker>

/** A line of a connection that was had from the pool; whoever took it gives it back. */
export function createLine(
  pool: pg.Pool,
  { ask, order }: Asker,
  held: { client: pg.PoolClient; waited: number },
): PostgresLine {
  let asked = false
  const line: PostgresLine = {
    ...held,
    broken: false,
    gone: false,
    begun: false,
    beginning: undefined,
    waiting: 0,
    askOnce: (compiled) => ask(line, compiled),
    async executeQuery<Row>(compiled: CompiledQuery) {
      const first = !(asked || line.begun)
      asked = true
      if (line.begun) return afterBeginning(line, compiled, () => ask<Row>(line, compiled))
      try {
        return await ask<Row>(line, compiled)
      } catch (error) {
        if (!(first && isRead(compiled) && wasCutOff(error))) throw error
      }
      line.client.release(true)
      line.gone = true
      line.client = await connect(pool)
      line.gone = false
      line.broken = false
      return ask<Row>(line, compiled)
    },
    async *streamQuery<Row>({ sql, parameters }: CompiledQuery, chunkSize: number) {
      if (!line.begun) throw new Error('Rows are streamed inside a transaction.')
      const text = `declare lectern_rows no scroll cursor for ${sql}`
      await line.client.query({ text, values: cleaned(parameters) })
      while (true) {
        const { rows } = await line.client.query<Row & pg.QueryResultRow>(
          `fetch ${Math.trunc(chunkSize)} from lectern_rows`,
        )
        if (rows.length === 0) break
        yield { rows }
      }
      await line.client.query('close lectern_rows')
    },
    async begin(words = 'begin') {
      line.begun = true
      line.beginning = order(line, words)
      // Who asks next hears of a failure.
      line.beginning.catch(() => undefined)
    },
    async commit() {
      await line.beginning
      const done = await order(line, 'commit').catch((error: unknown) => {
        if (error instanceof Error) Object.assign(error, { [COMMITTING]: true })
        throw error
      })
      line.begun = false
      if (done === 'ROLLBACK') throw new Error('Something in the transaction failed, and it went on.')
    },
    async rollback() {
      line.begun = false
      if (!line.broken) await order(line, 'rollback')
    },
  }
  return line
}

/**
 * A read goes to the server together with the word that begins its transaction; a change not before that is known, nor
 * what is asked after it.
 */
async function afterBeginning<Row>(
  line: PostgresLine,
  compiled: CompiledQuery,
  ask: () => Promise<QueryResult<Row>>,
): Promise<QueryResult<Row>> {
  if (line.waiting === 0 && isRead(compiled)) {
    const [answer] = await Promise.all([ask(), line.beginning])
    return answer
  }
  line.waiting += 1
  await line.beginning
  line.waiting -= 1
  return ask()
}
