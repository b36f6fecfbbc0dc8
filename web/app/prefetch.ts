import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes, type RouteObject } from 'react-router'
import { type AppContext, routerContextOf } from '#web/core/app-context.tsx'
import { routes } from './routes.tsx'

/** Long enough that a pointer on its way to something else asks for nothing, and a finger that scrolls neither. */
const AIM_MS = 65

declare global {
  interface Navigator {
    readonly connection?: { readonly saveData: boolean }
  }
}

/**
 * What a link leads to, its screen and its answers, is fetched when somebody aims at it, so that it is there when they
 * press; the screen alone at the latest when a press begins, for a finger aims at nothing. Who saves data is spared; what
 * fails is told to nobody, and asked for again by the press. `first` is what was aimed at before this was there.
 */
export function followAims(
  parts: AppContext,
  { first, signal }: { first?: Event; signal?: AbortSignal } = {},
): void {
  if (navigator.connection?.saveData) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => clearTimeout(timer)
  const aim = ({ target }: Event) => {
    forget()
    const address = addressOf(target)
    if (address) timer = setTimeout(() => prefetch(parts, address), AIM_MS)
  }
  for (const event of ['pointerover', 'focusin']) addEventListener(event, aim, { passive: true, signal })
  const press = ({ target }: Event) => {
    const address = addressOf(target)
    if (address) for (const match of matchesOf(address)) fetchScreen(match).catch(() => {})
  }
  addEventListener('pointerdown', press, { passive: true, signal })
  for (const event of ['pointercancel', 'click']) addEventListener(event, forget, { capture: true, signal })
  if (first) aim(first)
}

/** Another screen of this site. */
function addressOf(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]:not([target])') : null
  if (!link) return
  const address = new URL(link.href, location.href)
  return address.origin === location.origin && address.pathname !== location.pathname ? address : undefined
}

type Match = NonNullable<ReturnType<typeof matchRoutes<RouteObject>>>[number]

const matchesOf = ({ pathname }: URL): Match[] => matchRoutes(routes, pathname) ?? []

async function fetchScreen({ route: { lazy } }: Match): Promise<unknown> {
  return typeof lazy === 'object' && lazy.Component?.()
}

function prefetch(parts: AppContext, url: URL): void {
  const context = routerContextOf({ ...parts, cache: quiet(parts.cache) })
  const fetchAnswers = async ({ route: { loader, path = '' }, params }: Match) =>
    typeof loader === 'function' && loader({ request: new Request(url), url, params, context, pattern: path })
  for (const match of matchesOf(url))
    for (const fetchIt of [fetchScreen, fetchAnswers]) fetchIt(match).catch(() => {})
}

/**
 * The same cache to a loader, but a failure leaves nothing behind: the screen asks, and tells, for itself, once. What
 * has failed for a screen already is not asked for again: that screen would find nothing there, ask, and tell it twice.
 */
function quiet(cache: QueryClient): QueryClient {
  const silently = async <Data>(queryKey: readonly unknown[], ask: () => Promise<Data>): Promise<Data> => {
    const known = cache.getQueryState(queryKey)
    if (known?.status === 'error') return Promise.reject(known.error)
    try {
      return await ask()
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
      silently(options.queryKey, () => cache.ensureQueryData({ ...options, meta: SILENT })),
    ensureInfiniteQueryData: (options) =>
      silently(options.queryKey, () => cache.ensureInfiniteQueryData({ ...options, meta: SILENT })),
  }
  return Object.assign(Object.create(cache), ensure)
}

const SILENT = { silent: true }
