import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { DATABASE_FILE, openDatabase } from '#server/data/database.ts'
import { openTestApp } from '#server/test-app.ts'

/** Overwrites the first page of a table while the site runs, and makes the site read its file again. */
async function damage(folder: string, table: string): Promise<void> {
  const other = openDatabase(folder)
  onTestFinished(() => other.destroy())
  const { rows } = await sql<{
    page: number
  }>`select rootpage as page from sqlite_schema where name = ${table}`.execute(other)
  const { rows: sizes } = await sql<{ page_size: number }>`pragma page_size`.execute(other)
  const [size, page] = [sizes[0]?.page_size ?? 0, rows[0]?.page ?? 0]
  await sql`pragma wal_checkpoint(truncate)`.execute(other)
  const file = await open(join(folder, DATABASE_FILE), 'r+')
  await file.write(Buffer.alloc(size, 255), 0, size, (page - 1) * size)
  await file.close()
  await sql`update kysely_migration_lock set is_locked = is_locked`.execute(other)
}

test('damage that a request finds makes the site unready and rejects writes, while reads continue', async () => {
  const lines: string[] = []
  const { app, folder, user } = await openTestApp({ onDisk: true, log: (line) => lines.push(line) })
  const student = await user('Sam')
  const listening = await app.listen({ host: '127.0.0.1', port: 0 })
  const authorization = `Bearer ${student.token}`
  const statusOf = async (path: string, method = 'GET') =>
    (await fetch(`${listening}${path}`, { method, headers: { authorization } })).status
  expect([await statusOf('/readyz'), await statusOf('/api/categories')]).toEqual([200, 200])

  await damage(folder, 'categories')
  expect(await statusOf('/api/categories')).toBe(500)
  expect(await statusOf('/readyz')).toBe(503)
  expect(await statusOf('/api/auth/logout', 'POST')).toBe(503)
  expect([await statusOf('/api/auth/sessions'), await statusOf('/healthz')]).toEqual([200, 200])
  const told = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 60)
  expect(told[0].msg).toContain('npm run doctor')
  expect(await statusOf('/readyz')).toBe(503)
})

test('damage that another process found makes this one unready too', async () => {
  const { request, context } = await openTestApp()
  expect((await request('GET', '/readyz')).statusCode).toBe(200)
  context.events.publish({ type: 'database.damaged' })
  const answer = await request('GET', '/readyz')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
})
