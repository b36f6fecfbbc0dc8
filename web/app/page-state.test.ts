import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withCurrentTime, withoutTimes } from './page-state.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Sets the navigation timing of the page. */
function mockNavigation(type: NavigationTimingType, transferSize: number): void {
  vi.stubGlobal('PerformanceNavigationTiming', class {})
  const visit = Object.assign(new PerformanceNavigationTiming(), { type, transferSize })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([visit])
}

/** Moves an entry from the server's cache through a page into the browser's cache. */
function transfer() {
  const server = new QueryClient()
  server.setQueryData(['playlists'], ['one'])
  const sent = withoutTimes(dehydrate(server))
  const browser = new QueryClient()
  hydrate(browser, withCurrentTime(structuredClone(sent)))
  return { sent, state: browser.getQueryState(['playlists']) }
}

test('a page contains no time; data that the server has just sent or confirmed is as new as the visit', () => {
  for (const [type, size] of [
    ['navigate', 5000],
    ['reload', 300],
    ['back_forward', 300],
  ] as const) {
    mockNavigation(type, size)
    const { sent, state } = transfer()
    expect(JSON.stringify(sent)).not.toMatch(/"(dehydratedAt|dataUpdatedAt)":[^0]/)
    expect(state).toMatchObject({ data: ['one'] })
    expect(state?.dataUpdatedAt, type).toBe(Date.now())
  }
})

test('data that the browser restored from its cache is fetched again', () => {
  mockNavigation('back_forward', 0)
  expect(transfer().state).toMatchObject({ data: ['one'], dataUpdatedAt: 0 })
})
