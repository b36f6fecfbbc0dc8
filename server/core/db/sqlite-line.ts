import type { CompiledQuery, QueryResult } from 'kysely'
import type { Line } from './direct.ts'
import { type SqliteFile, unavailable } from './sqlite-file.ts'
import { createPatience } from './sqlite-patience.ts'
import { createRunner } from './sqlite-runner.ts'
import { createTurn } from './turn.ts'

/** More writes than these do not wait for the disk: they are refused at once. */
const WAITING_MAX = 64

/** Makes lines to one file that take turns with each other: a statement at a time, or a whole transaction. */
export function createLines(file: SqliteFile): () => Line {
  const turn = createTurn()
  const patiently = createPatience()
  const { run, trustAgain, synced } = createRunner(file)
  const kindOf = (sql: string) => (file.prepare(sql).readonly ? 'read' : 'write')
  const refuseTooMany = () => {
    if (file.waitingForDisk < WAITING_MAX) return
    throw Object.assign(new Error('Too many writes wait for a slow disk.'), { code: 'SQLITE_LOCKED' })
  }

  return function createLine(): Line {
    let holding = false
    const stillOpen = () => {
      if (!file.inTransaction) throw unavailable('SQLite gave this transaction up.')
    }
    const inTurn = async <Result>(kind: 'read' | 'write', work: () => Result): Promise<Result> => {
      await turn.take(kind)
      try {
        if (kind === 'write') refuseTooMany()
        return work()
      } finally {
        if (!holding) turn.give()
      }
    }
    const end = () => {
      holding = false
      turn.give()
    }
    return {
      async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
        if (holding) {
          stillOpen()
          return run<Row>(sql, parameters, true)
        }
        const kind = kindOf(sql)
        const { result, kept } = await patiently(() =>
          inTurn(kind, () => ({
            result: run<Row>(sql, parameters),
            kept: kind === 'write' ? synced() : undefined,
          })),
        )
        await kept
        return result
      },
      async *streamQuery<Row>({ sql, parameters }: CompiledQuery, chunkSize: number) {
        if (!holding) throw new Error('Rows are streamed inside a transaction.')
        const rows: Iterable<unknown> = file.prepareAlone(sql).iterate(parameters)
        yield* inChunks<Row>(rows, chunkSize)
      },
      begin: () =>
        patiently(() =>
          inTurn('write', () => {
            trustAgain()
            run('begin immediate', [], true)
            holding = true
          }),
        ),
      async commit() {
        stillOpen()
        run('commit', [], true)
        const kept = synced()
        end()
        await kept
      },
      async rollback() {
        // A commit whose sync failed is no longer a transaction; the one that is open now is somebody else's.
        if (!holding) return
        try {
          if (file.inTransaction) run('rollback', [], true)
        } finally {
          end()
        }
      },
    }
  }
}

function inChunks<Row>(rows: Iterable<unknown>, size: number): Generator<QueryResult<Row>>
function* inChunks(rows: Iterable<unknown>, size: number): Generator<QueryResult<unknown>> {
  let chunk: unknown[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < size) continue
    yield { rows: chunk }
    chunk = []
  }
  if (chunk.length > 0) yield { rows: chunk }
}
