import type { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isScreenHandle } from '#web/core/guard.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { approvedPlaylistsOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { aCard } from '#web/test-content.ts'
import { errorReply, testContext } from '#web/test-context.tsx'
import { prefetchLinks } from './prefetch.ts'
import { routesWith } from './routes.tsx'

/** Longer than a pointer that only passes over a link stays on it. */
const HOVER_TIME_MS = 100

let broken: boolean
let requestCount: number
let delay: Promise<void>
let shownToasts: ToastMessage[]
let ended: AbortController
let unsubscribe: () => void

beforeEach(() => {
  vi.useFakeTimers()
  broken = false
  requestCount = 0
  delay = Promise.resolve()
  shownToasts = []
  ended = new AbortController()
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
  render(
    <>
      <a href="/courses" id="courses">
        <b>Courses</b>
      </a>
      <a href="/courses" id="another-tab" target="_blank" rel="noopener">
        Courses in another tab
      </a>
      <a href="https://elsewhere.test/courses" id="elsewhere">
        Elsewhere
      </a>
      <a href={`${location.pathname}?q=a`} id="here">
        The same screen
      </a>
    </>,
  )
})
afterEach(() => {
  ended.abort()
  unsubscribe()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function startPrefetch() {
  const context = testContext({
    answers: {
      'playlists.list': async () => {
        requestCount += 1
        await delay
        if (broken) return errorReply(400, { code: 'invalid', message: 'It failed.' })
        return { playlists: [aCard()], total: 1, nextCursor: null }
      },
    },
  })
  prefetchLinks(context, { signal: ended.signal })
  return context
}

const statusesIn = (cache: QueryClient) =>
  cache
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.status)

const fire = (what: string, event: string) =>
  document.querySelector(what)?.dispatchEvent(new Event(event, { bubbles: true }))

test.each(['pointerover', 'focusin'])('the data of a link is fetched before the press: %s', async (event) => {
  const { cache } = startPrefetch()
  fire('#courses b', event)
  expect(requestCount).toBe(0)
  await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
  expect(requestCount).toBe(1)
  await vi.waitFor(() => expect(statusesIn(cache)).toEqual(['success']))
  fire('#courses b', event)
  await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
  expect(requestCount).toBe(1)
})

test.each(['pointercancel', 'click', 'pointerover'])(
  'a link that the pointer only passes is not fetched: %s',
  async (event) => {
    startPrefetch()
    fire('#courses', 'pointerover')
    fire('body', event)
    await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
    expect(requestCount).toBe(0)
  },
)

/** How often the screen of courses is fetched. */
function watchScreen() {
  const { handle } = matchRoutes(routesWith([]), '/courses')?.at(-1)?.route ?? {}
  if (!isScreenHandle(handle)) throw new Error('The screen of courses is not fetched on its own.')
  return vi.spyOn(handle, 'download').mockResolvedValue(null)
}

test('a touch fetches only the screen, when the press begins', async () => {
  const fetched = watchScreen()
  startPrefetch()
  fire('#elsewhere', 'pointerdown')
  fire('#here', 'pointerdown')
  await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
  expect(fetched).not.toHaveBeenCalled()
  fire('#courses b', 'pointerdown')
  await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
  expect(fetched).toHaveBeenCalledOnce()
  expect(requestCount).toBe(0)
})

test.each(['#elsewhere', '#another-tab', '#here'])(
  'a link that needs no data fetches nothing: %s',
  async (link) => {
    startPrefetch()
    fire(link, 'pointerover')
    await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
    expect(requestCount).toBe(0)
  },
)

test('a browser in data-saving mode fetches nothing', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  startPrefetch()
  fire('#courses', 'pointerover')
  await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
  expect(requestCount).toBe(0)
})

test('a failed navigation shows one error, and a hover at the same time does not repeat the request', async () => {
  broken = true
  const { cache, call } = startPrefetch()
  const blocked = Promise.withResolvers<void>()
  delay = blocked.promise
  const pressed = cache.fetchInfiniteQuery(approvedPlaylistsOf(call)).catch(() => {})
  fire('#courses', 'pointerover')
  await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
  blocked.resolve()
  await pressed
  await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
  expect(statusesIn(cache)).toEqual(['error'])
  expect([requestCount, shownToasts.length]).toEqual([1, 1])
})

test('a hover after a failed navigation does not repeat the request', async () => {
  broken = true
  const { cache, call } = startPrefetch()
  await cache.fetchInfiniteQuery(approvedPlaylistsOf(call)).catch(() => {})
  fire('#courses', 'pointerover')
  await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
  expect(statusesIn(cache)).toEqual(['error'])
  expect([requestCount, shownToasts.length]).toEqual([1, 1])
})

test('a failed prefetch shows no error and is repeated', async () => {
  broken = true
  const { cache } = startPrefetch()
  fire('#courses', 'pointerover')
  await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
  expect(requestCount).toBe(1)
  await vi.waitFor(() => expect(cache.getQueryCache().getAll()).toEqual([]))
  expect(shownToasts).toEqual([])
  broken = false
  fire('#courses', 'pointerover')
  await vi.advanceTimersByTimeAsync(HOVER_TIME_MS)
  expect(requestCount).toBe(2)
})
