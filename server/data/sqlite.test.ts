import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLogSync, type FailedSyncs } from './log-sync.ts'
import { sqliteDialect } from './sqlite.ts'
import { openSqlite } from './sqlite-file.ts'

interface Tables {
  notes: { id: number; text: string }
}

async function opened(sync?: () => Promise<void>, failedSyncs?: FailedSyncs) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-driver-'))
  const path = join(folder, 'notes.db')
  const sqlite = openSqlite(path)
  const db = new Kysely<Tables>({
    dialect: sqliteDialect(sqlite, createLogSync(`${path}-wal`, { sync, failedSyncs })),
  })
  onTestFinished(async () => {
    await db.destroy()
    await rm(folder, { recursive: true })
  })
  await db.schema.createTable('notes').addColumn('id', 'integer').addColumn('text', 'text').execute()
  const write = (id: number) => db.insertInto('notes').values({ id, text: 'x' }).execute()
  const ids = async () =>
    (await db.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id)
  return { db, path, sqlite, write, ids }
}

/** Another process's hand on the write lock. */
function holdWriteLock(path: string) {
  const other = new SQLite(path)
  other.exec('begin exclusive')
  return () => {
    other.exec('commit')
    other.close()
  }
}

test('while another process holds the write lock, reads continue and a write waits', async () => {
  const { db, path, write, ids } = await opened()
  await write(1)
  const letGo = holdWriteLock(path)
  let written = false
  const waiting = write(2).then(() => {
    written = true
  })
  const inTransaction = db
    .transaction()
    .execute((trx) => trx.insertInto('notes').values({ id: 3, text: 'y' }).execute())
  for (let n = 0; n < 20; n += 1) expect(await ids()).toEqual([1])
  expect(written).toBe(false)
  letGo()
  await Promise.all([waiting, inTransaction])
  expect(await ids()).toEqual([1, 2, 3])
})

test('a write that waits too long for another process fails as busy and can be retried', async () => {
  const { path, write, ids } = await opened()
  const letGo = holdWriteLock(path)
  const waiting = Array.from({ length: 70 }, (_unused, id) => write(id).catch(({ code }) => code))
  expect(await Promise.race(waiting.slice(64))).toBe('SQLITE_BUSY')
  const rejected = await Promise.all(waiting)
  expect(rejected.every((code) => code === 'SQLITE_BUSY')).toBe(true)
  letGo()
  await write(100)
  expect(await ids()).toEqual([100])
})

test('no other connection reads or writes during a transaction', async () => {
  const { db, write, ids } = await opened()
  const { promise: seen, resolve: look } = Promise.withResolvers<void>()
  const failing = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 1, text: 'x' }).execute()
    look()
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error('half-way')
  })
  await seen
  const others = Promise.all([ids(), write(2)])
  await expect(failing).rejects.toThrow('half-way')
  expect((await others)[0]).toEqual([])
  expect(await ids()).toEqual([2])
})

test('a transaction that the database aborted does not continue statement by statement', async () => {
  const { db, sqlite, write, ids } = await opened()
  const failing = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 1, text: 'x' }).execute()
    sqlite.exec('rollback')
    await trx.insertInto('notes').values({ id: 2, text: 'x' }).execute()
  })
  await expect(failing).rejects.toThrow('aborted this transaction')
  expect(await ids()).toEqual([])
  await write(3)
  expect(await ids()).toEqual([3])
})

test('a failed sync acknowledges nothing, and nothing is written until a checkpoint succeeds', async () => {
  const { db, sqlite, write, ids } = await opened()
  await write(1)
  const asked: string[] = []
  const prepare = sqlite.prepare.bind(sqlite)
  let broken = true
  Object.assign(sqlite, {
    prepare: (text: string) => {
      asked.push(text)
      if (broken && (text === 'commit' || text.startsWith('pragma wal_checkpoint')))
        throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
      return prepare(text)
    },
  })
  const change = () =>
    db.transaction().execute((trx) => trx.insertInto('notes').values({ id: 2, text: 'x' }).execute())
  await expect(change()).rejects.toThrow('disk I/O error')
  await expect(write(3)).rejects.toThrow('disk I/O error')
  await expect(change()).rejects.toThrow('disk I/O error')
  expect(await ids()).toEqual([1])
  broken = false
  await write(4)
  expect(asked.filter((text) => text.startsWith('pragma wal_checkpoint')).length).toBe(3)
  await change()
  expect(await ids()).toEqual([1, 2, 4])
})

test('rows are streamed from one moment', async () => {
  const { db, write } = await opened()
  for (let id = 0; id < 7; id += 1) await write(id)
  const streamed = await db.transaction().execute(async (trx) => {
    const ids: number[] = []
    for await (const { id } of trx.selectFrom('notes').selectAll().stream(3)) ids.push(id)
    return ids
  })
  expect(streamed).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
})

test('transactions are serialized: no other one changes a row between its read and its write', async () => {
  const { db } = await opened()
  await db.insertInto('notes').values({ id: 1, text: '0' }).execute()
  const increment = () =>
    db.transaction().execute(async (trx) => {
      const { text } = await trx.selectFrom('notes').select('text').executeTakeFirstOrThrow()
      await trx
        .updateTable('notes')
        .set({ text: String(Number(text) + 1) })
        .execute()
    })
  await Promise.all(Array.from({ length: 20 }, increment))
  const { text } = await db.selectFrom('notes').select('text').executeTakeFirstOrThrow()
  expect(text).toBe('20')
})

/** A disk whose syncs end when the test says so. */
function createSlowDisk() {
  const syncs: PromiseWithResolvers<void>[] = []
  let slow = false
  return {
    syncs,
    sync: async () => {
      if (!slow) return
      const one = Promise.withResolvers<void>()
      syncs.push(one)
      await one.promise
    },
    becomeSlow: () => {
      slow = true
    },
    becomeQuick: () => {
      slow = false
      for (const { resolve } of syncs) resolve()
    },
  }
}

test('reads continue while the disk syncs, and writes share the next sync', async () => {
  const disk = createSlowDisk()
  const { db, write, ids } = await opened(disk.sync)
  disk.becomeSlow()
  const acknowledged: number[] = []
  const writeAndTell = (id: number) => write(id).then(() => acknowledged.push(id))
  const first = writeAndTell(1)
  await expect.poll(() => disk.syncs.length).toBe(1)
  const others = [
    writeAndTell(2),
    db
      .transaction()
      .execute((trx) => trx.insertInto('notes').values({ id: 3, text: 'y' }).execute())
      .then(() => acknowledged.push(3)),
  ]
  await expect.poll(ids).toEqual([1, 2, 3])
  expect([acknowledged, disk.syncs.length]).toEqual([[], 1])
  disk.syncs[0]?.resolve()
  await first
  await expect.poll(() => disk.syncs.length).toBe(2)
  expect(acknowledged).toEqual([1])
  disk.syncs[1]?.resolve()
  await Promise.all(others)
  expect([acknowledged.toSorted((a, b) => a - b), disk.syncs.length]).toEqual([[1, 2, 3], 2])
})

test('after a failed sync nothing is acknowledged until a checkpoint succeeds', async () => {
  const disk = createSlowDisk()
  const { db, sqlite, write, ids } = await opened(disk.sync)
  disk.becomeSlow()
  const failing = db
    .transaction()
    .execute((trx) => trx.insertInto('notes').values({ id: 1, text: 'x' }).execute())
  await expect.poll(() => disk.syncs.length).toBe(1)
  const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>()
  const other = db.transaction().execute(async (trx) => {
    await trx.insertInto('notes').values({ id: 2, text: 'x' }).execute()
    await goOn
  })
  await expect.poll(() => sqlite.inTransaction).toBe(true)
  disk.syncs[0]?.reject(new Error('input/output error'))
  await expect(failing).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' })
  letGoOn()
  await expect.poll(() => disk.syncs.length).toBe(2)
  disk.syncs[1]?.resolve()
  await expect(other).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' })
  expect(await ids()).toEqual([1, 2])
  const prepare = sqlite.prepare.bind(sqlite)
  const asked: string[] = []
  Object.assign(sqlite, {
    prepare: (text: string) => {
      asked.push(text)
      return prepare(text)
    },
  })
  const third = write(3)
  await expect.poll(() => disk.syncs.length).toBe(3)
  disk.syncs[2]?.resolve()
  await third
  expect(asked).toContain('pragma wal_checkpoint(truncate)')
})

test('after a failed sync of another process nothing is written until a checkpoint succeeds', async () => {
  const ofOthers: number[] = []
  const added: number[] = []
  const failedSyncs = { add: () => added.push(1), grew: () => ofOthers.pop() !== undefined }
  const disk = createSlowDisk()
  const { sqlite, write, ids } = await opened(disk.sync, failedSyncs)
  await write(1)
  disk.becomeSlow()
  const rejected = write(2)
  await expect.poll(() => disk.syncs.length).toBe(1)
  ofOthers.push(1)
  disk.syncs[0]?.resolve()
  await expect(rejected).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' })
  disk.becomeQuick()
  const prepare = sqlite.prepare.bind(sqlite)
  const asked: string[] = []
  Object.assign(sqlite, {
    prepare: (text: string) => {
      asked.push(text)
      return prepare(text)
    },
  })
  await write(3)
  expect(asked[0]).toBe('pragma wal_checkpoint(truncate)')
  expect(await ids()).toEqual([1, 2, 3])
  expect(added).toEqual([])

  disk.becomeSlow()
  const failing = write(4)
  await expect.poll(() => disk.syncs.length).toBe(2)
  disk.syncs[1]?.reject(new Error('input/output error'))
  await expect(failing).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' })
  expect(added).toEqual([1])
})

test('a failed write does not affect the writes that wait for the sync', async () => {
  const disk = createSlowDisk()
  const { db, sqlite, write, ids } = await opened(disk.sync)
  disk.becomeSlow()
  const first = write(1)
  await expect.poll(() => disk.syncs.length).toBe(1)
  const prepare = sqlite.prepare.bind(sqlite)
  Object.assign(sqlite, {
    prepare: (text: string) => {
      if (text === 'begin immediate')
        throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' })
      return prepare(text)
    },
  })
  const failing = db.transaction().execute(async () => undefined)
  await expect(failing).rejects.toMatchObject({ code: 'SQLITE_IOERR_WRITE' })
  disk.syncs[0]?.resolve()
  await first
  expect(await ids()).toEqual([1])
})

test('no more than 64 writes wait for the disk; further writes are rejected at once', async () => {
  const disk = createSlowDisk()
  const { write, ids } = await opened(disk.sync)
  disk.becomeSlow()
  const answers = Array.from({ length: 70 }, (_unused, id) =>
    write(id).then(
      () => 'written',
      ({ code }) => String(code),
    ),
  )
  await Promise.all(answers.slice(64))
  disk.becomeQuick()
  expect(await Promise.all(answers)).toEqual([
    ...Array(64).fill('written'),
    ...Array(6).fill('SQLITE_LOCKED'),
  ])
  expect(await ids()).toHaveLength(64)
})
