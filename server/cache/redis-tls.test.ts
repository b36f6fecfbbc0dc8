import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Certificate, makeCertificate } from '#scripts/certificate.ts'
import { type RunningRedis, startRedis } from '#scripts/redis.ts'
import { openRedis, type RedisLink } from './redis.ts'

let folder: string
let ours: Certificate
let foreign: Certificate
let server: RunningRedis

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-redis-tls-'))
  ours = await makeCertificate(folder, 'ours')
  foreign = await makeCertificate(folder, 'foreign')
  server = await startRedis({ tls: ours })
})

afterAll(async () => {
  await server.kill()
  await rm(folder, { recursive: true, force: true })
})

function linkTo(url: string, ca?: string): { link: RedisLink; warnings: string[] } {
  const warnings: string[] = []
  const warn = (details: object) => warnings.push('err' in details ? String(details.err) : '')
  const link = openRedis({ url, ca, log: { warn, info: () => undefined } })
  onTestFinished(() => link.close())
  return { link, warnings }
}

const becomesUp = (link: RedisLink) => vi.waitFor(() => expect(link.isUp).toBe(true), 10_000)

/** The reason that the log gives for going on without Redis, before anybody asked it for anything. */
async function appError(url: string, ca?: string): Promise<string> {
  const { link, warnings } = linkTo(url, ca)
  await vi.waitFor(() => expect(warnings).toHaveLength(1), 20_000)
  expect(link.isUp).toBe(false)
  await expect(link.client.set('a', 'secret')).rejects.toThrow()
  return warnings[0] ?? ''
}

test('a certificate of REDIS_CA is trusted, for commands and for the connection that reads', async () => {
  const { link } = linkTo(server.url, ours.certificate)
  await becomesUp(link)
  await link.client.set('a', 'kept')
  const reader = link.openReader()
  onTestFinished(() => reader.disconnect())
  await vi.waitFor(() => expect(reader.status).toBe('ready'), 10_000)
  expect(await reader.get('a')).toBe('kept')
})

test('another certificate is rejected, and the log says so at once', async () => {
  expect(await appError(server.url, foreign.certificate)).toContain('certificate')
  expect(await appError(server.url)).toContain('certificate')
})

test('the name in the certificate has to be the server’s', async () => {
  const named = server.url.replace('127.0.0.1', 'localhost')
  expect(await appError(named, ours.certificate)).toContain('altnames')
})

test('nothing is sent without TLS to a Redis that requires it', async () => {
  const { link } = linkTo(server.url.replace('rediss:', 'redis:'))
  await expect(link.client.get('a')).rejects.toThrow()
  expect(link.isUp).toBe(false)
})
