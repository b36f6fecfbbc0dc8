import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes, type RouteObject } from 'react-router'
import { type AppContext, routerContextOf } from '#web/core/app-context.tsx'
import { isScreenHandle } from '#web/core/guard.ts'
import { LINK_KEY } from '#web/features/catalog/courses/course-links.ts'
import { findRoutes, routesWith } from './routes.tsx'

/** Long enough that a pointer that only passes over a link, or a finger that scrolls, fetches nothing. */
const HOVER_MS = 65

declare global {
  interface Navigator {
    readonly connection?: { readonly saveData: boolean }
  }
}

/**
 * Fetches the screen and the data behind a link when the user hovers over it or focuses it. On touch screens the screen
 * alone is fetched when a press begins. Browsers in data-saving mode fetch nothing. A failure is silent; the press fetches
 * again. `first` is an event that happened before this file was downloaded.
 */
export function prefetchLinks(
  context: AppContext,
  { first, signal }: { first?: Event; signal?: AbortSignal } = {},
): void {
  if (navigator.connection?.saveData) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  const schedule = ({ target }: Event) => {
    cancel()
    const address = addressOf(target)
    if (address) timer = setTimeout(() => prefetch(context, address), HOVER_MS)
  }
  for (const event of ['pointerover', 'focusin']) addEventListener(event, schedule, { passive: true, signal })
  const fetchOnPress = ({ target }: Event) => {
    const address = addressOf(target)
    if (address) void fetchEach(address, [fetchScreen])
  }
  addEventListener('pointerdown', fetchOnPress, { passive: true, signal })
  for (const event of ['pointercancel', 'click']) addEventListener(event, cancel, { capture: true, signal })
  if (first) schedule(first)
}

/** Another screen of this site. */
function addressOf(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]:not([target])') : null
  if (!link) return
  const address = new URL(link.href, location.href)
  // A link with a key is opened by a press, not by pointing at it.
  const isOpened = address.searchParams.has(LINK_KEY)
  const isOther = address.origin === location.origin && address.pathname !== location.pathname
  return isOther && !isOpened ? address : undefined
}

type Match = NonNullable<ReturnType<typeof matchRoutes<RouteObject>>>[number]

async function fetchEach(
  { pathname }: URL,
  fetchers: readonly ((match: Match) => Promise<unknown>)[],
): Promise<void> {
  const routes = routesWith(await findRoutes(pathname).catch(() => []))
  for (const match of matchRoutes(routes, pathname) ?? [])
    for (const fetchNext of fetchers) fetchNext(match).catch(() => {})
}

async function fetchScreen({ route: { handle } }: Match): Promise<unknown> {
  return isScreenHandle(handle) && handle.download()
}

function prefetch({ cache, ...rest }: AppContext, url: URL): void {
  const context = routerContextOf({ ...rest, cache: silentCache(cache) })
  const fetchAnswers = async ({ route: { loader, path = '' }, params }: Match) =>
    typeof loader === 'function' && loader({ request: new Request(url), url, params, context, pattern: path })
  void fetchEach(url, [fetchScreen, fetchAnswers])
}

/**
 * The same cache, but a failed prefetch leaves no entry: the screen then fetches for itself and reports the error once. A
 * query that has already failed on a screen is not fetched again, because the screen would report its error twice.
 */
function silentCache(cache: QueryClient): QueryClient {
  const fetchSilently = async <Data>(
    queryKey: readonly unknown[],
    fetchData: () => Promise<Data>,
  ): Promise<Data> => {
    const state = cache.getQueryState(queryKey)
    if (state?.status === 'error') return Promise.reject(state.error)
    try {
      return await fetchData()
    } catch (error) {
      cache.removeQueries({
        queryKey,
        exact: true,
        type: 'inactive',
        predicate: ({ state, meta }) => meta === SILENT && !state.data,
      })
      throw error
    }
  }
  const ensure: Pick<QueryClient, 'ensureQueryData' | 'ensureInfiniteQueryData'> = {
    ensureQueryData: (options) =>
      fetchSilently(options.queryKey, () => cache.ensureQueryData({ ...options, meta: SILENT })),
    ensureInfiniteQueryData: (options) =>
      fetchSilently(options.queryKey, () => cache.ensureInfiniteQueryData({ ...options, meta: SILENT })),
  }
  return Object.assign(Object.create(cache), ensure)
}

const SILENT = { silent: true }
