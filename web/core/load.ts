import type { LoaderFunction, Params } from 'react-router'
import { codeOf, isNotFound } from './api-error.ts'
import { type AppContext, appContextOf } from './app-context.tsx'
import { viewerKey } from './session-store.ts'

/** How long a screen waits for its data before it renders with its skeleton. */
const MAX_WAIT_MS = 150

interface LoaderInput extends AppContext {
  params: Params
  /** The requested address. */
  url: URL
  viewer: string
}

/**
 * Makes a loader that puts a screen's data into the cache before the screen renders:
 * `loads(({ cache, call, params }) => [cache.ensureQueryData(playlistOf(call, params.playlistId ?? ''))])`.
 *
 * On the server the loader awaits all queries, and a failure becomes the status of the page. In the browser it waits at
 * most 150 ms: then the screen shows its skeleton, and its `useQuery` handles failures. On both sides a missing resource
 * is 'Page Not Found'. `isOpen`: visitors see the screen also where the site is for members only.
 */
export function loads(
  queries: (input: LoaderInput) => readonly Promise<unknown>[],
  { isOpen = false } = {},
): LoaderFunction {
  return async ({ context: routerContext, params, url }) => {
    const context = appContextOf(routerContext)
    if (!isOpen && isClosed(context)) return null
    const viewer = viewerKey(context.session.current())
    const responses = Promise.all(queries({ ...context, params, url, viewer }))
    await (import.meta.env.SSR ? waitForAll(responses) : waitBriefly(responses))
    return null
  }
}

/** Whether the site is for members only and nobody is logged in: the screen leads to the login and needs no data. */
export const isClosed = ({ site, session }: Pick<AppContext, 'site' | 'session'>): boolean =>
  site.isForMembers === true && session.current() === null

const NOT_FOUND = { status: 404, statusText: 'Not Found' }

/** Thrown by a loader; the site responds with 'Page Not Found'. */
export const notFound = () => new Response(null, NOT_FOUND)

const failure = (status: number) => new Response(null, { status })

async function waitForAll(responses: Promise<unknown>): Promise<void> {
  try {
    await responses
  } catch (error) {
    if (isNotFound(error)) throw notFound()
    throw failure(codeOf(error) === 'busy' ? 503 : 500)
  }
}

async function waitBriefly(responses: Promise<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, MAX_WAIT_MS)
  try {
    await Promise.race([responses.catch(rethrowNotFound), timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

function rethrowNotFound(error: unknown): void {
  if (isNotFound(error)) throw notFound()
}
