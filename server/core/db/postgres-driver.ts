import type { CompiledQuery, DatabaseConnection, Driver, TransactionSettings } from 'kysely'
import type pg from 'pg'
import { type Direct, type Parts, transactionOn } from './direct.ts'
import { connect, createAsker, createLine, isRead, type PostgresLine, wasCutOff } from './postgres-line.ts'

/** Gives lines of a pool's connections, and takes them back. */
function createLines(pool: pg.Pool, timeoutMs: number) {
  const asker = createAsker(timeoutMs)
  return {
    async take(): Promise<PostgresLine> {
      const start = performance.now()
      const client = await connect(pool)
      return createLine(pool, asker, { client, waited: performance.now() - start })
    },
    giveBack({ client, broken, gone }: PostgresLine): void {
      if (!gone) client.release(broken)
    },
  }
}

type Lines = ReturnType<typeof createLines>

async function withLine<Result>(
  { take, giveBack }: Lines,
  work: (line: PostgresLine) => Promise<Result>,
): Promise<Result> {
  const line = await take()
  try {
    return await work(line)
  } finally {
    giveBack(line)
  }
}

/** So many wait behind each other at most. */
const TOGETHER_MAX = 8

interface Turn {
  line: Promise<PostgresLine>
  asked: number
  answered: number
}

/** One line for all who ask in one turn of the event loop, and a further one when they are too many. */
function createTurns({ take, giveBack }: Lines) {
  let turn: Turn | undefined
  return {
    join(): Turn {
      const joined = turn ?? { line: take(), asked: 0, answered: 0 }
      if (turn === undefined) process.nextTick(() => (turn = undefined))
      joined.asked += 1
      turn = joined.asked < TOGETHER_MAX ? joined : undefined
      return joined
    },
    leave(left: Turn, line: PostgresLine): void {
      left.answered += 1
      if (left.answered === left.asked) giveBack(line)
    },
  }
}

/**
 * What is asked in one turn of the event loop goes over one connection, in one packet: the statements of hot paths take
 * the server less time than it takes to wake it for each. What is cut off is asked again on a connection of its own.
 */
function createAsking(lines: Lines): Direct['ask'] {
  const turns = createTurns(lines)
  const together = async <Row>(compiled: CompiledQuery<Row>) => {
    const turn = turns.join()
    const line = await turn.line
    return line.askOnce<Row>(compiled).finally(() => turns.leave(turn, line))
  }
  return async function ask<Row>(compiled: CompiledQuery<Row>) {
    // A change may wait for somebody else's, and nobody shall wait behind it.
    if (!isRead(compiled)) return withLine(lines, (line) => line.askOnce<Row>(compiled))
    try {
      return await together(compiled)
    } catch (error) {
      if (!wasCutOff(error)) throw error
    }
    return withLine(lines, (line) => line.askOnce<Row>(compiled))
  }
}

function createDriver({ take, giveBack }: Lines, destroy: () => Promise<void>): Driver {
  const lines = new WeakMap<DatabaseConnection, PostgresLine>()
  const lineOf = (connection: DatabaseConnection): PostgresLine => {
    const line = lines.get(connection)
    if (!line) throw new Error('This connection is not one of ours.')
    return line
  }
  return {
    init: async () => undefined,
    async acquireConnection() {
      const line = await take()
      lines.set(line, line)
      return line
    },
    releaseConnection: async (connection) => giveBack(lineOf(connection)),
    async beginTransaction(connection, { isolationLevel, accessMode }: TransactionSettings) {
      const line = lineOf(connection)
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      await line.begin(`begin${level}${accessMode ? ` ${accessMode}` : ''}`)
      await line.beginning
    },
    commitTransaction: (connection) => lineOf(connection).commit(),
    rollbackTransaction: (connection) => lineOf(connection).rollback(),
    destroy,
  }
}

/**
 * Kysely's own driver would give a connection that did not answer in time to the next who asks. This one throws it
 * away, and asks again once, on another connection, what was cut off and changes nothing.
 */
export function createPostgresDriver(
  pool: pg.Pool,
  timeoutMs: number,
  parts: Omit<Parts, 'driver'>,
): { driver: Driver; direct: Direct } {
  const lines = createLines(pool, timeoutMs)
  const driver = createDriver(lines, () => pool.end())
  const direct: Direct = {
    ask: createAsking(lines),
    transaction: (executor, work) =>
      withLine(lines, (line) => transactionOn(line, { ...parts, driver, executor }, work)),
  }
  return { driver, direct }
}
