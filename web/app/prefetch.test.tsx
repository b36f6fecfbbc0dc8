import type { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { approvedPlaylistsOf } from '#web/features/playlists/playlists.queries.ts'
import { aCard } from '#web/test-content.ts'
import { refusal, testContext } from '#web/test-context.tsx'
import { prefetchLinks } from './prefetch.ts'
import { routes } from './routes.tsx'

/** Longer than a pointer rests on what it only passes. */
const A_MOMENT_MS = 100

let broken: boolean
let asked: number
let answering: Promise<void>
let said: ToastMessage[]
let ended: AbortController
let letGo: () => void

beforeEach(() => {
  vi.useFakeTimers()
  broken = false
  asked = 0
  answering = Promise.resolve()
  said = []
  ended = new AbortController()
  letGo = toasts.subscribe((toast) => said.push(toast))
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
  letGo()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function follow() {
  const context = testContext({
    answers: {
      'playlists.list': async () => {
        asked += 1
        await answering
        if (broken) return refusal(400, { code: 'invalid', message: 'It failed.' })
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

const at = (what: string, event: string) =>
  document.querySelector(what)?.dispatchEvent(new Event(event, { bubbles: true }))

test.each(['pointerover', 'focusin'])(
  'the answers of a link are there before it is pressed: %s',
  async (event) => {
    const { cache } = follow()
    at('#courses b', event)
    expect(asked).toBe(0)
    await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
    expect(asked).toBe(1)
    await vi.waitFor(() => expect(statusesIn(cache)).toEqual(['success']))
    at('#courses b', event)
    await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
    expect(asked).toBe(1)
  },
)

test.each(['pointercancel', 'click', 'pointerover'])(
  'what was only passed is not asked for: %s',
  async (event) => {
    follow()
    at('#courses', 'pointerover')
    at('body', event)
    await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
    expect(asked).toBe(0)
  },
)

/** How often the screen of courses is fetched. */
function watchScreen() {
  const lazy = matchRoutes(routes, '/courses')?.at(-1)?.route.lazy
  if (typeof lazy !== 'object') throw new Error('The screen of courses is not fetched on its own.')
  return vi.spyOn(lazy, 'Component').mockResolvedValue(null)
}

test('a touch fetches only the screen, when the press begins', async () => {
  const fetched = watchScreen()
  follow()
  at('#elsewhere', 'pointerdown')
  at('#here', 'pointerdown')
  await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
  expect(fetched).not.toHaveBeenCalled()
  at('#courses b', 'pointerdown')
  await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
  expect(fetched).toHaveBeenCalledOnce()
  expect(asked).toBe(0)
})

test.each(['#elsewhere', '#another-tab', '#here'])(
  'nothing is asked for where nothing is needed: %s',
  async (link) => {
    follow()
    at(link, 'pointerover')
    await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
    expect(asked).toBe(0)
  },
)

test('a browser in data-saving mode fetches nothing', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  follow()
  at('#courses', 'pointerover')
  await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
  expect(asked).toBe(0)
})

test('what fails for the one who pressed is told, and is not asked for again by an aim', async () => {
  broken = true
  const { cache, call } = follow()
  const held = Promise.withResolvers<void>()
  answering = held.promise
  const pressed = cache.fetchInfiniteQuery(approvedPlaylistsOf(call)).catch(() => {})
  at('#courses', 'pointerover')
  await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
  held.resolve()
  await pressed
  await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
  expect(statusesIn(cache)).toEqual(['error'])
  expect([asked, said.length]).toEqual([1, 1])
})

test('what has failed for the one who pressed is left to their screen by an aim that comes late', async () => {
  broken = true
  const { cache, call } = follow()
  await cache.fetchInfiniteQuery(approvedPlaylistsOf(call)).catch(() => {})
  at('#courses', 'pointerover')
  await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
  expect(statusesIn(cache)).toEqual(['error'])
  expect([asked, said.length]).toEqual([1, 1])
})

test('a failed prefetch shows no error and is repeated', async () => {
  broken = true
  const { cache } = follow()
  at('#courses', 'pointerover')
  await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
  expect(asked).toBe(1)
  await vi.waitFor(() => expect(cache.getQueryCache().getAll()).toEqual([]))
  expect(said).toEqual([])
  broken = false
  at('#courses', 'pointerover')
  await vi.advanceTimersByTimeAsync(A_MOMENT_MS)
  expect(asked).toBe(2)
})
