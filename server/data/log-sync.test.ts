import { expect, test } from 'vitest'
import { createLogSync } from './log-sync.ts'

test('a log that cannot be opened or synced fails as SQLite’s own sync does, and so do later syncs until a checkpoint', async () => {
  const folder = createLogSync(import.meta.dirname)
  await expect(folder.synced()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' })
  expect(folder.waiting).toBe(0)

  let broken = true
  const log = createLogSync(import.meta.filename, {
    sync: async () => {
      if (broken) throw new Error('input/output error')
    },
  })
  await expect(Promise.allSettled([log.synced(), log.synced()])).resolves.toMatchObject([
    { reason: { code: 'SQLITE_IOERR_FSYNC' } },
    { reason: { code: 'SQLITE_IOERR_FSYNC' } },
  ])
  broken = false
  await expect(log.synced()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' })
  log.recover()
  await log.synced()
  await log.close()
})

test('as long as SQLite has written nothing there is no log, and nothing to sync', async () => {
  await createLogSync(`${import.meta.filename}-wal`).synced()
})

test('the log is closed when the last sync is over', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const log = createLogSync(import.meta.filename, { sync: () => promise })
  const done: string[] = []
  const synced = log.synced().then(() => done.push('synced'))
  const closed = log.close().then(() => done.push('closed'))
  resolve()
  await Promise.all([synced, closed])
  expect(done).toEqual(['synced', 'closed'])
})
