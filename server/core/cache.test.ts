import { expect, test, vi } from 'vitest'
import { createCache } from './cache.ts'

function cache(own: { entries?: number; bytes?: number } = {}) {
  let now = 0
  const left: string[] = []
  /** Who leaves is taken out of what shows its things, which are gone through once more. */
  const shownOf = (page: string) => {
    let times = 0
    const shown = new Set([page])
    const goThrough = shown[Symbol.iterator].bind(shown)
    shown[Symbol.iterator] = () => {
      times += 1
      if (times === 2) left.push(page)
      return goThrough()
    }
    return shown
  }
  const pages = createCache<string>({
    milliseconds: () => 10,
    entries: own.entries ?? 100,
    bytes: own.bytes ?? 1000,
    sizeOf: (page) => page.length,
    keep: (page) => page !== 'failed',
    shownOf: (page) => (page === 'redirect' ? undefined : shownOf(page)),
    now: () => now,
  })
  return { pages, left, pass: (milliseconds: number) => (now += milliseconds) }
}

const page = (text: string) => vi.fn(() => Promise.resolve(text))

test('a page is made once for all who ask at once, and once until its time is over', async () => {
  const { pages, pass } = cache()
  const make = page('home')
  expect(await Promise.all([pages.get('/', make), pages.get('/', make)])).toEqual(['home', 'home'])
  pass(9)
  expect(pages.has('/')).toBe(true)
  await pages.get('/', make)
  expect(make).toHaveBeenCalledTimes(1)
  pass(1)
  expect(pages.has('/')).toBe(false)
  await pages.get('/', make)
  expect(make).toHaveBeenCalledTimes(2)
})

test('after a write nothing older is answered, not even what was being made', async () => {
  const { pages } = cache()
  const slow = Promise.withResolvers<string>()
  const before = pages.get('/', () => slow.promise)
  pages.forget([])
  const after = pages.get('/', page('new'))
  slow.resolve('old')
  expect(await before).toBe('old')
  expect(await after).toBe('new')
  expect(await pages.get('/', page('newer'))).toBe('new')
})

test('failures are not kept, neither refused ones nor thrown ones', async () => {
  const { pages } = cache()
  expect(await pages.get('/', page('failed'))).toBe('failed')
  expect(pages.has('/')).toBe(false)
  await expect(pages.get('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await Promise.resolve()
  expect(await pages.get('/', page('home'))).toBe('home')
})

test('the longest unused leaves first when there are too many', async () => {
  const { pages } = cache({ entries: 2 })
  for (const path of ['/a', '/b', '/a', '/c']) await pages.get(path, page(path))
  expect(['/a', '/b', '/c'].filter(pages.has)).toEqual(['/a', '/c'])
})

test('the longest unused leave first when they are too large together', async () => {
  const { pages } = cache({ bytes: 10 })
  for (const path of ['/a', '/b', '/c']) await pages.get(path, page('xxxx'))
  expect(['/a', '/b', '/c'].filter(pages.has)).toEqual(['/b', '/c'])
  await pages.get('/b', page('-'))
  await pages.get('/d', page('yyyy'))
  expect(['/b', '/c', '/d'].filter(pages.has)).toEqual(['/b', '/d'])
})

test('what is over does not stay until its room is needed', async () => {
  const { pages, pass, left } = cache()
  await pages.get('/', page('home'))
  pass(10)
  expect(left).toEqual([])
  await pages.get('/about', page('about'))
  expect(left).toEqual(['home'])
})

test('a write makes those be forgotten that show one of its things, and those of whom that is not known', async () => {
  const { pages } = cache()
  const make = async () => {
    for (const text of ['home', 'about', 'redirect']) await pages.get(`/${text}`, page(text))
  }
  const kept = () => ['/home', '/about', '/redirect'].filter(pages.has)
  await make()
  pages.forget(['about', 'contact'])
  expect(kept()).toEqual(['/home'])
  await make()
  pages.forget('everything')
  expect(kept()).toEqual([])
})
