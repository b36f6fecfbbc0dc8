import { chown, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Certificate, makeCertificate } from '#scripts/certificate.ts'
import { type Postgres, serverFolder, startPostgres } from '#scripts/postgres.ts'
import { openSiteDatabase } from './database.ts'

let folder: string
let certificate: Certificate
let foreign: Certificate
let server: Postgres
let port: number

async function freePort(): Promise<number> {
  const listener = createServer()
  const { promise, resolve } = Promise.withResolvers<number>()
  listener.listen(0, '127.0.0.1', () => {
    const address = listener.address()
    listener.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
  })
  return promise
}

beforeAll(async () => {
  folder = await serverFolder()
  certificate = await makeCertificate(folder, 'ours')
  foreign = await makeCertificate(folder, 'foreign')
  const { uid, gid } = await stat(folder)
  await chown(certificate.key, uid, gid)
  await chown(certificate.certificate, uid, gid)
  port = await freePort()
  server = await startPostgres({
    port,
    settings: ['ssl=on', `ssl_cert_file=${certificate.certificate}`, `ssl_key_file=${certificate.key}`],
  })
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Whether the server says that what it is asked came encrypted. */
async function isEncrypted(host: string, query: string, ca?: string): Promise<boolean> {
  const db = openSiteDatabase({
    DATA_DIR: tmpdir(),
    DATABASE_URL: `postgres://postgres@${host}:${port}/postgres${query}`,
    DATABASE_CA: ca,
    DATABASE_CONNECTIONS: 1,
    DATABASE_TIMEOUT_MS: 5000,
  })
  onTestFinished(() => db.destroy())
  const { rows } = await sql<{ n: number }>`
    select cast(count(*) as integer) as n from pg_stat_ssl where pid = pg_backend_pid() and ssl`.execute(db)
  return rows[0]?.n === 1
}

test('a certificate of DATABASE_CA is trusted, and another is not', async () => {
  expect(await isEncrypted('127.0.0.1', '', certificate.certificate)).toBe(true)
  await expect(isEncrypted('127.0.0.1', '', foreign.certificate)).rejects.toThrow(/certificate/)
  await expect(isEncrypted('127.0.0.1', '?sslmode=require')).rejects.toThrow(/certificate/)
})

test('the name in the certificate has to be the server’s, unless sslmode=verify-ca', async () => {
  await expect(isEncrypted('localhost', '', certificate.certificate)).rejects.toThrow(/altnames/)
  expect(await isEncrypted('localhost', '?sslmode=verify-ca', certificate.certificate)).toBe(true)
})

test('without sslmode nothing is encrypted', async () => {
  expect(await isEncrypted('127.0.0.1', '')).toBe(false)
})
