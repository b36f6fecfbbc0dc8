import { readFileSync } from 'node:fs'
import {
  type DataTypeNode,
  type Dialect,
  type FunctionNode,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
} from 'kysely'
import pg from 'pg'
import { DirectPostgresAdapter, SITE_NAME_IN_POSTGRES } from './dialect.ts'
import { createPostgresDriver } from './postgres-driver.ts'

export interface PostgresPlace {
  url: string
  /** File of the certificates that may speak for the server; without it those that Node trusts. */
  ca?: string | undefined
  connections: number
  /** How long anybody waits for an answer before the request is refused; 0 for tools that have the time. */
  timeoutMs: number
}

const LONGEST_STATEMENT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 10_000
const IDLE_MS = 30_000

/** Sorts by bytes, as SQLite does: the same lists in the same order, whatever the database's language. */
class Compiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node)
    if (node.dataType === 'text') this.append(' collate "C"')
  }

  /** SQLite knows lists of nothing. */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    if (node.values.length > 0) super.visitPrimitiveValueList(node)
    else this.append('(select null where false)')
  }

  protected override visitFunction(node: FunctionNode): void {
    super.visitFunction(node.func === 'instr' ? { ...node, func: 'strpos' } : node)
  }
}

const INT8 = 20
const BOOL = 16
const NUMERIC = 1700
const TEXTUAL = [1082, 1083, 1114, 1184, 1266]

/** Rows have the types that SQLite gives: counts are numbers, booleans 0 and 1, times texts. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === BOOL) return (text: string) => (text === 't' ? 1 : 0)
    if (TEXTUAL.includes(oid)) return String
    return pg.types.getTypeParser(oid, format)
  },
}

type Tls = NonNullable<pg.PoolConfig['ssl']>

/** `sslmode` as PostgreSQL's own tools name it, but without half measures: a certificate is checked or, if said so, not. */
function tlsOf(mode: string, ca: string | undefined): Tls {
  const trusted = ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }
  if (mode === 'no-verify') return { rejectUnauthorized: false }
  if (mode === 'verify-ca') return { ...trusted, checkServerIdentity: () => undefined }
  return trusted
}

/** The address without what we read ourselves, and how to encrypt. */
function partsOf({ url, ca }: PostgresPlace): { connectionString: string; ssl: Tls } {
  const address = new URL(url)
  const mode = address.searchParams.get('sslmode') ?? (ca === undefined ? 'disable' : 'verify-full')
  address.searchParams.delete('sslmode')
  return { connectionString: address.href, ssl: mode === 'disable' ? false : tlsOf(mode, ca) }
}

/** A pool that loses an idle connection goes on without it; nothing of that is fatal. */
export function postgresDialect(place: PostgresPlace): Dialect {
  const { connections, timeoutMs } = place
  const hurried = timeoutMs > 0
  const pool = new pg.Pool({
    ...partsOf(place),
    types,
    max: connections,
    connectionTimeoutMillis: hurried ? timeoutMs : 30_000,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    // A statement need not wait for the answer to the one before it.
    pipeline: true,
    application_name: hurried ? SITE_NAME_IN_POSTGRES : `${SITE_NAME_IN_POSTGRES}-tool`,
    ...(hurried && {
      statement_timeout: Math.max(LONGEST_STATEMENT_MS, timeoutMs),
      idle_in_transaction_session_timeout: Math.max(IDLE_IN_TRANSACTION_MS, timeoutMs),
    }),
  })
  pool.on('error', () => undefined)
  // Without somebody who hears it, a connection that breaks in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new DirectPostgresAdapter(direct),
    createQueryCompiler: () => new Compiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
  const { driver, direct } = createPostgresDriver(pool, timeoutMs, { config: { dialect }, dialect })
  return dialect
}
