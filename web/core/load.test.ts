import type { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { testContext } from '#web/test-context.tsx'
import { ApiError, offline } from './api-error.ts'
import { routerContextOf } from './app-context.tsx'
import { loads } from './load.ts'

/** Runs a loader with one query in the browser and returns how it ended. */
async function ended(answer: Promise<unknown>): Promise<string> {
  const url = new URL('https://lectern.test/playlist-details/7?q=a')
  const loader = loads(({ params, url: requestUrl, viewer }) => {
    expect([params.playlistId, requestUrl.search, viewer]).toEqual(['7', '?q=a', 'visitor'])
    return [answer]
  })
  if (typeof loader !== 'function') throw new Error('It is not a loader.')
  const context: RouterContextProvider = routerContextOf(testContext())
  const args = { request: new Request(url), url, params: { playlistId: '7' }, context, pattern: '/' }
  try {
    await loader(args)
    return 'shown'
  } catch (error) {
    return error instanceof Response ? `${error.status}` : String(error)
  }
}

test('a fast response arrives before the screen is rendered', async () => {
  expect(await ended(Promise.resolve(1))).toBe('shown')
})

test('a screen does not wait for a slow response', async () => {
  vi.useFakeTimers()
  const end = ended(new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(150)
  expect(await end).toBe('shown')
  vi.useRealTimers()
})

test('a missing resource is Page Not Found; the screen handles other failures', async () => {
  const missing = new ApiError({ status: 404, code: 'not_found', message: 'Playlist not found.' })
  expect(await ended(Promise.reject(missing))).toBe('404')
  expect(await ended(Promise.reject(offline()))).toBe('shown')
})
