import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { makeReadOnly } from '#server/test-database.ts'

test('a live process reports nothing but that it is alive', async () => {
  const { request } = await openTestApp()
  const answer = await request('GET', '/healthz')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok' })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
})

test('a site that can read and store is ready, and the check leaves nothing behind', async () => {
  const { request, folder } = await openTestApp()
  const answer = await request('GET', '/readyz')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok' })
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(['media', 'secret-key', 'uploads'])
})

test('without a place for pictures it is not ready', async () => {
  const { request, folder } = await openTestApp()
  await writeFile(join(folder, 'media'), 'not a folder')
  const answer = await request('GET', '/readyz')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.json()).toEqual({
    success: false,
    message: 'The server is busy. Please try again in 5 seconds.',
    code: 'busy',
    requestId: answer.headers['x-request-id'],
  })
  expect((await request('GET', '/healthz')).statusCode).toBe(200)
})

test('without its data folder it is not ready', async () => {
  const { request, folder } = await openTestApp()
  await rm(folder, { recursive: true })
  await writeFile(folder, 'not a folder')
  expect((await request('GET', '/readyz')).statusCode).toBe(503)
})

test('without its database it is not ready', async () => {
  const { request, db } = await openTestApp()
  await db.schema.dropTable('sessions').execute()
  await db.schema.alterTable('users').renameTo('people').execute()
  const answer = await request('GET', '/readyz')
  expect(answer.statusCode).toBe(503)
  expect(answer.body).not.toMatch(/users|table|SQLITE/)
})

test('a read-only database makes the site unready and rejects writes, reads continue, and it heals', async () => {
  const { request, db, user } = await openTestApp()
  const ann = await user('Ann')
  const takeWrites = await makeReadOnly(db)
  expect((await request('GET', '/readyz')).statusCode).toBe(503)
  const rejected = await ann.request('POST', '/api/auth/logout')
  expect(rejected.statusCode).toBe(503)
  expect(rejected.headers['retry-after']).toBe('5')
  expect(rejected.json()).toMatchObject({
    code: 'busy',
    message: 'The server is busy. Please try again in 5 seconds.',
  })
  expect((await request('GET', '/api/playlists')).statusCode).toBe(200)
  expect((await ann.request('GET', '/api/auth/sessions')).statusCode).toBe(200)
  await takeWrites()
  await expect.poll(async () => (await ann.request('POST', '/api/auth/logout')).statusCode).toBe(200)
  await expect.poll(async () => (await request('GET', '/readyz')).statusCode, { timeout: 10_000 }).toBe(200)
})
