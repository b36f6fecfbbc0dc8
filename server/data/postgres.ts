import { readFileSync } from 'node:fs'
import {
  type DataTypeNode,
  type Dialect,
  type FunctionNode,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { isConnectionGone, preparedName, SITE_NAME_IN_POSTGRES, TIMED_OUT, UNREACHABLE } from './dialect.ts'

export interface PostgresOptions {
  url: string
  ca?: string | undefined
  connections: number
  /** How long a query may take; 0 means no limit, for tools. */
  timeoutMs: number
}

const LONGEST_STATEMENT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 10_000
const IDLE_MS = 30_000
/**
 * Random reads are cheap on an SSD. PostgreSQL's default cost is for spinning disks, and with it the planner reads all
 * passages rather than look up a word that none of them has. JIT compilation pays off only for queries that run for seconds.
 */
const PLANNER_SETTINGS = 'set random_page_cost = 1.1; set jit = off'
/** A deletion may delete many dependent rows, so its timeout is this many times as long. */
const DELETION_TIMEOUT_FACTOR = 5

/** Sorts by bytes, as SQLite does, so that lists have the same order in every database locale. */
class Compiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node)
    if (node.dataType === 'text') this.append(' collate "C"')
  }

  protected override visitFunction(node: FunctionNode): void {
    super.visitFunction(node.func === 'instr' ? { ...node, func: 'strpos' } : node)
  }
}

const INT8 = 20
const BOOL = 16
const NUMERIC = 1700
const TEXTUAL = [1082, 1083, 1114, 1184, 1266]

/** Returns the types that SQLite returns: numbers for counts, 0 and 1 for booleans, strings for times. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === BOOL) return (text: string) => (text === 't' ? 1 : 0)
    if (TEXTUAL.includes(oid)) return String
    return pg.types.getTypeParser(oid, format)
  },
}

type Tls = NonNullable<pg.PoolConfig['ssl']>

/** Reads `sslmode` as PostgreSQL's tools do, except that every mode but `no-verify` checks the certificate. */
function tlsOf(mode: string, ca: string | undefined): Tls {
  const trusted = ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }
  if (mode === 'no-verify') return { rejectUnauthorized: false }
  if (mode === 'verify-ca') return { ...trusted, checkServerIdentity: () => undefined }
  return trusted
}

/** Splits the address into a connection string without `sslmode`, and the TLS options. */
function addressAndTls({ url, ca }: PostgresOptions): { connectionString: string; ssl: Tls } {
  const address = new URL(url)
  const mode = address.searchParams.get('sslmode') ?? (ca === undefined ? 'disable' : 'verify-full')
  address.searchParams.delete('sslmode')
  return { connectionString: address.href, ssl: mode === 'disable' ? false : tlsOf(mode, ca) }
}

class Postgres extends PostgresDialect {
  override createQueryCompiler() {
    return new Compiler()
  }
}

export function postgresDialect(options: PostgresOptions): Dialect {
  const pool = openPool(options)
  return new Postgres({
    pool: {
      options: pool.options,
      connect: () => connect(pool, options.timeoutMs),
      end: () => pool.end(),
    },
    cursor: Cursor,
  })
}

async function connect(pool: pg.Pool, timeoutMs: number): Promise<PostgresPoolClient> {
  try {
    return openClient(await pool.connect(), timeoutMs)
  } catch (error) {
    throw asUnavailable(error)
  }
}

function openPool(options: PostgresOptions): pg.Pool {
  const { connections, timeoutMs } = options
  const isSite = timeoutMs > 0
  const pool = new pg.Pool({
    ...addressAndTls(options),
    types,
    // oxlint-disable-next-line typescript/no-misused-promises -- pg waits for this promise, which its types leave out
    onConnect: (client) => client.query(PLANNER_SETTINGS),
    max: connections,
    connectionTimeoutMillis: isSite ? timeoutMs : 30_000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    application_name: isSite ? SITE_NAME_IN_POSTGRES : `${SITE_NAME_IN_POSTGRES}-tool`,
    ...(isSite && {
      statement_timeout: Math.max(LONGEST_STATEMENT_MS, timeoutMs),
      idle_in_transaction_session_timeout: Math.max(IDLE_IN_TRANSACTION_MS, timeoutMs),
    }),
  })
  // The pool replaces a broken connection. Without these listeners, its error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * A connection that leaves the pool after it breaks or times out, because its late reply would go to the next query.
 * Prepared queries run by name.
 */
function openClient(client: pg.PoolClient, timeoutMs: number): PostgresPoolClient {
  let isBroken = false
  let last: Promise<unknown> = Promise.resolve()

  async function run(text: string, parameters: readonly unknown[]): Promise<unknown> {
    // A broken connection has rolled back already.
    if (isBroken && text === 'rollback') return { command: 'ROLLBACK', rows: [] }
    const name = preparedName(text)
    const longest = /^delete\b/i.test(text) ? DELETION_TIMEOUT_FACTOR * timeoutMs : timeoutMs
    const query = {
      text,
      values: withoutNul(parameters),
      ...(name !== undefined && { name }),
      ...(timeoutMs > 0 && { query_timeout: longest }),
    }
    try {
      return await client.query(query)
    } catch (error) {
      isBroken ||= !(error instanceof pg.DatabaseError) || isConnectionGone(error)
      throw asUnavailable(error)
    }
  }

  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(input: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof input === 'string') {
      // A rollback may arrive while a statement of the same transaction still runs.
      last = Promise.allSettled([last]).then(() => run(input, parameters))
      return last
    }
    if (input instanceof Cursor) return client.query(input)
    throw new Error('This is not a cursor of pg.')
  }

  return { query, release: (destroy) => client.release(destroy === true || isBroken) }
}

/** PostgreSQL cannot store NUL characters in text, so no query can find one. */
function withoutNul(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) =>
    typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value,
  )
}

function asUnavailable(error: unknown): unknown {
  if (error instanceof pg.DatabaseError || !(error instanceof Error)) return error
  const code = /timeout/i.test(error.message) ? TIMED_OUT : UNREACHABLE
  return Object.assign(new Error(`The database does not answer: ${error.message}`, { cause: error }), {
    code,
  })
}
