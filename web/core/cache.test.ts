import { beforeEach, expect, test } from 'vitest'
import { ApiError, offline } from './api-error.ts'
import { createCache } from './cache.ts'
import { type Notice, notices } from './notices.ts'

const shown: Notice[] = []

beforeEach(() => {
  shown.length = 0
  return notices.subscribe((notice) => shown.push(notice))
})

async function write(error: Error, meta: Record<string, unknown> = {}): Promise<string[]> {
  const cache = createCache()
  const mutation = cache.getMutationCache().build(cache, { mutationFn: () => Promise.reject(error), meta })
  await mutation.execute(undefined).catch(() => {})
  return shown.map(({ text }) => text)
}

const refused = (own: { errors?: Record<string, string>; code?: string } = {}) =>
  new ApiError({ status: 400, code: 'invalid', message: 'Title must be 3 to 120 characters.', ...own })

test('a failed write shows the server’s sentence', async () => {
  expect(await write(refused(), { fallback: 'Save failed' })).toEqual(['Title must be 3 to 120 characters.'])
})

test('without a sentence it shows the fallback of its screen, else the usual one', async () => {
  expect(await write(offline(), { fallback: 'Save failed' })).toEqual(['Save failed'])
  expect(await write(offline())).toEqual(['Save failed', 'Something went wrong!'])
})

test('a form shows refused fields itself; everything else of it is a toast', async () => {
  expect(await write(refused({ errors: { title: '…' } }), { form: true })).toEqual([])
  expect(await write(refused(), { form: true })).toHaveLength(1)
})

test('silence is kept where a screen asks for it, and where the session tells of its own end', async () => {
  expect(await write(refused(), { silent: true })).toEqual([])
  expect(await write(refused({ code: 'invalid_token' }))).toEqual([])
})

test('a toast stays as long as its screen says', async () => {
  await write(refused(), { timeout: 10_000 })
  expect(shown[0]?.timeout).toBe(10_000)
})

test('a failed read is quiet unless it asks for a toast', async () => {
  const cache = createCache()
  const read = (meta?: { toast: boolean }) =>
    cache
      .fetchQuery({ queryKey: [meta], queryFn: () => Promise.reject(refused()), meta, retry: false })
      .catch(() => {})
  await read()
  expect(shown).toEqual([])
  await read({ toast: true })
  expect(shown[0]).toMatchObject({ tone: 'error', text: 'Title must be 3 to 120 characters.' })
})
