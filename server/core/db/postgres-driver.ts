import { createHash } from 'node:crypto'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import pg from 'pg'
import { UNREACHABLE } from './dialect.ts'

/** Statements that the server keeps ready for each connection; one more is planned each time. */
const STATEMENTS_NAMED = 300
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
interface Line extends DatabaseConnection {
  client: pg.PoolClient
  /** Nothing may be asked of this connection any more. */
  broken: boolean
  /** Given back already: nobody took its place. */
  gone: boolean
  begun: boolean
  /** How long the line waited for its connection: the first answer has that much less time. */
  waited: number
}

/** The same text has the same name on every node. What reads all columns of a table is not kept: columns may come. */
function createNames() {
  const names = new Map<string, string>()
  return ({ sql, query }: CompiledQuery): string | undefined => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (query.kind === 'RawNode' || names.size >= STATEMENTS_NAMED) return undefined
    if (/(select|returning|\.) ?\*/.test(sql)) return undefined
    const name = createHash('sha1').update(sql).digest('hex')
    names.set(sql, name)
    return name
  }
}

/** PostgreSQL keeps no NUL in a text, so there is none to be found either. */
function cleaned(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value,
  )
}

function failureOf(error: unknown, line: Line): unknown {
  if (error instanceof pg.DatabaseError) {
    if (CONNECTION_GONE.test(error.code ?? '')) line.broken = true
    return error
  }
  line.broken = true
  return error instanceof Error ? new Unreachable(error) : error
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

/** A connection, or the reason why there is none in time. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch((error: unknown) => {
    throw error instanceof pg.DatabaseError || !(error instanceof Error) ? error : new Unreachable(error)
  })
}

/** Asks questions of a line's connection, each with its patience. */
function createAsker(timeoutMs: number) {
  const nameOf = createNames()

  function patienceFor({ query }: CompiledQuery, waited: number): number {
    if (query.kind === 'DeleteQueryNode') return timeoutMs * PATIENCE_FOR_DELETIONS
    return Math.max(LEAST_PATIENCE_MS, timeoutMs - waited)
  }

  return {
    async ask<Row>(line: Line, compiled: CompiledQuery): Promise<QueryResult<Row>> {
      const name = nameOf(compiled)
      const question = {
        text: compiled.sql,
        values: cleaned(compiled.parameters),
        ...(name !== undefined && { name }),
        ...(timeoutMs > 0 && { query_timeout: patienceFor(compiled, line.waited) }),
      }
      try {
        const { command, rowCount, rows } = await line.client.query<Row & pg.QueryResultRow>(question)
        line.waited = 0
        const changed = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
        return { rows, ...(changed && { numAffectedRows: BigInt(rowCount ?? 0) }) }
      } catch (error) {
        throw failureOf(error, line)
      }
    },
    /** Begin, commit, rollback; gives what the server did. */
    async order(line: Line, text: string): Promise<string> {
      const question = { text, ...(timeoutMs > 0 && { query_timeout: timeoutMs }) }
      const answer = await line.client.query(question).catch((error: unknown) => {
        throw failureOf(error, line)
      })
      return answer.command
    },
  }
}

type Asker = ReturnType<typeof createAsker>

function createLine(pool: pg.Pool, { ask }: Asker, held: { client: pg.PoolClient; waited: number }): Line {
  let asked = false
  const line: Line = {
    ...held,
    broken: false,
    gone: false,
    begun: false,
    async executeQuery<Row>(compiled: CompiledQuery) {
      const first = !(asked || line.begun)
      asked = true
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
  }
  return line
}

/**
 * Kysely's own driver would give a connection that did not answer in time to the next who asks. This one throws it
 * away, and asks again once, on another connection, what was cut off and changes nothing.
 */
export function createPostgresDriver(pool: pg.Pool, timeoutMs: number): Driver {
  const asker = createAsker(timeoutMs)
  const lines = new WeakMap<DatabaseConnection, Line>()
  const lineOf = (connection: DatabaseConnection): Line => {
    const line = lines.get(connection)
    if (!line) throw new Error('This connection is not one of ours.')
    return line
  }

  return {
    init: async () => undefined,
    async acquireConnection() {
      const start = performance.now()
      const client = await connect(pool)
      const line = createLine(pool, asker, { client, waited: performance.now() - start })
      lines.set(line, line)
      return line
    },
    async releaseConnection(connection) {
      const { client, broken, gone } = lineOf(connection)
      if (!gone) client.release(broken)
    },
    async beginTransaction(connection, { isolationLevel, accessMode }: TransactionSettings) {
      const line = lineOf(connection)
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      await asker.order(line, `begin${level}${accessMode ? ` ${accessMode}` : ''}`)
      line.begun = true
    },
    async commitTransaction(connection) {
      const line = lineOf(connection)
      const done = await asker.order(line, 'commit').catch((error: unknown) => {
        if (error instanceof Error) Object.assign(error, { [COMMITTING]: true })
        throw error
      })
      line.begun = false
      if (done === 'ROLLBACK') throw new Error('Something in the transaction failed, and it went on.')
    },
    async rollbackTransaction(connection) {
      const line = lineOf(connection)
      line.begun = false
      if (!line.broken) await asker.order(line, 'rollback')
    },
    destroy: () => pool.end(),
  }
}
