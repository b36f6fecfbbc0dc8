import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, offline } from './api-error.ts'
import { createCache } from './cache.ts'
import { connection } from './connection.ts'
import { type ToastMessage, toasts } from './toasts.ts'

const shownToasts: ToastMessage[] = []

beforeEach(() => {
  shownToasts.length = 0
  return toasts.subscribe((toast) => shownToasts.push(toast))
})

async function write(error: Error, meta: Record<string, unknown> = {}): Promise<string[]> {
  const cache = createCache()
  const mutation = cache.getMutationCache().build(cache, { mutationFn: () => Promise.reject(error), meta })
  await mutation.execute(undefined).catch(() => {})
  return shownToasts.map(({ text }) => text)
}

const rejection = (own: { errors?: Record<string, string>; code?: string } = {}) =>
  new ApiError({ status: 400, code: 'invalid', message: 'Title must be 3 to 120 characters.', ...own })

test('a failed write shows the server’s sentence', async () => {
  expect(await write(rejection(), { fallback: 'Save failed' })).toEqual([
    'Title must be 3 to 120 characters.',
  ])
})

test('without a message from the server it shows the screen’s fallback or the default', async () => {
  expect(await write(offline(502), { fallback: 'Save failed' })).toEqual(['Save failed'])
  expect(await write(offline(502))).toEqual(['Save failed', 'Something went wrong!'])
})

test('a write without an answer says that nothing was saved, below the screen’s fallback, and even where failures are only logged', async () => {
  await write(offline())
  await write(offline(), { fallback: 'Save failed' })
  await write(offline(), { logged: true })
  const text = 'The connection was lost. Nothing was saved.'
  expect(shownToasts.map((toast) => [toast.title, toast.text])).toEqual([
    [undefined, text],
    ['Save failed', text],
    [undefined, text],
  ])
})

test('what could not be read without a connection is read again when the server is back, and only then', async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  const recovered = Promise.withResolvers<boolean>()
  vi.spyOn(connection, 'recover').mockReturnValue(recovered.promise)
  const cache = createCache()
  const read = vi.fn().mockRejectedValueOnce(offline()).mockResolvedValue('there')
  const refused = vi.fn().mockRejectedValue(rejection())
  for (const [key, queryFn] of [
    ['lost', read],
    ['refused', refused],
  ] as const)
    await cache.fetchQuery({ queryKey: [key], queryFn, retry: false }).catch(() => {})
  expect(read).toHaveBeenCalledOnce()
  recovered.resolve(true)
  await vi.waitFor(() => expect(cache.getQueryData(['lost'])).toBe('there'))
  expect(refused).toHaveBeenCalledOnce()
})

test('a form shows rejected fields itself; every other error is a toast', async () => {
  expect(await write(rejection({ errors: { title: '…' } }), { form: true })).toEqual([])
  expect(await write(rejection(), { form: true })).toHaveLength(1)
})

test('no toast appears for a silent write or an expired session', async () => {
  expect(await write(rejection(), { silent: true })).toEqual([])
  expect(await write(rejection({ code: 'invalid_token' }))).toEqual([])
})

test('a toast stays 6000 ms, as on most screens, or as long as its screen says', async () => {
  await write(rejection())
  await write(rejection(), { timeout: 10_000 })
  expect(shownToasts.map(({ timeout }) => timeout)).toEqual([6000, 10_000])
})

test('a failed read is only logged, unless it requests a toast or no report', async () => {
  const logged = vi.spyOn(console, 'info').mockReturnValue()
  const read = (meta?: { toast?: boolean; timeout?: number; silent?: boolean }) =>
    createCache()
      .fetchQuery({ queryKey: ['read'], queryFn: () => Promise.reject(rejection()), meta, retry: false })
      .catch(() => {})
  await read()
  expect(logged).toHaveBeenCalledTimes(1)
  expect(shownToasts).toEqual([])
  await read({ silent: true })
  await read({ toast: true })
  await read({ toast: true, timeout: 10_000 })
  expect(logged).toHaveBeenCalledTimes(1)
  expect(shownToasts.map(({ text, timeout }) => [text, timeout])).toEqual([
    ['Title must be 3 to 120 characters.', 6000],
    ['Title must be 3 to 120 characters.', 10_000],
  ])
})

test('a failed write that is only logged shows no toast', async () => {
  const logged = vi.spyOn(console, 'info').mockReturnValue()
  expect(await write(rejection(), { logged: true })).toEqual([])
  expect(logged).toHaveBeenCalledTimes(1)
})
