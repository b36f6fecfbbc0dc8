import { hydrate } from '@tanstack/react-query'
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  isRouteErrorResponse,
  matchRoutes,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { isNotFound } from '#web/core/api-error.ts'
import { type AppContext, routerContextOf } from '#web/core/app-context.tsx'
import { loadLaterPages, loadPageIfNeeded } from '#web/core/load-page.ts'
import { retryDownload, retryStyles } from '#web/core/retry-download.ts'
import { toasts } from '#web/core/toasts.ts'
import { App } from './app.tsx'
import { browserContext } from './browser-context.ts'
import { withholdComposedKeys } from './composed-keys.ts'
import { type EarlyInput, earlyInput, replayInput } from './early-input.ts'
import { type PageState, withCurrentTime } from './page-state.ts'
import { findRoutes, routesWith, SCREENS_ID } from './routes.tsx'
import { submitOnCtrlEnter } from './submit-on-ctrl-enter.ts'

loadPageIfNeeded()
retryStyles()
withholdComposedKeys()
submitOnCtrlEnter()
void start()

/**
 * This is not awaited at the top of the module: screens import files that this entry shares, so each would wait for the
 * other.
 */
async function start(): Promise<void> {
  const root = document.getElementById('root') ?? document.body.appendChild(document.createElement('div'))
  const state: PageState = JSON.parse(document.getElementById('ssr-state')?.textContent ?? '')
  await nextTask()
  const context = browserContext(state.site)
  await nextTask()
  const routes = routesWith(await retryDownload(() => findRoutes(location.pathname)))
  await loadMatchedScreens(routes)
  await nextTask()

  const rendersAgain = needsNewRender(state, context)
  if (!rendersAgain && state.answers) hydrate(context.cache, withCurrentTime(state.answers))

  const router = createBrowserRouter(routes, {
    hydrationData: rendersAgain ? undefined : state.router,
    getContext: () => routerContextOf(context),
    // With it, React Router waits for routes of an address that not even `*` matches.
    patchRoutesOnNavigation: matchRoutes(routes, location) === null ? undefined : addRoutes,
  })
  loadLaterPages(router)
  toasts.readPathWith(() => (router.state.navigation.location ?? router.state.location).pathname)
  await nextTask()
  const rendered = Promise.withResolvers<EarlyInput>()
  const page = (
    <App context={context}>
      <FirstRender root={root} onRendered={rendered.resolve}>
        <RouterProvider router={router} onError={reportUnexpected} />
      </FirstRender>
    </App>
  )
  if (rendersAgain) {
    await initialized(router)
    createRoot(root, { onCaughtError }).render(page)
  } else {
    hydrateInSlices(root, page)
  }
  replayInput(await rendered.promise)
  downloadOnFirstUse(context)
  // The inline script of index.html waits for this event to repeat a press that came too early.
  dispatchEvent(new Event('hydrated'))
}

/** What answers to pointing and typing, but is not needed before, is downloaded when the user first does so. */
function downloadOnFirstUse(context: AppContext): void {
  const listening = new AbortController()
  const start = (first: Event) => {
    listening.abort()
    import('./prefetch.ts').then(({ prefetchLinks }) => prefetchLinks(context, { first })).catch(() => {})
  }
  for (const event of ['pointerover', 'focusin', 'keydown']) {
    addEventListener(event, start, { signal: listening.signal })
  }
}

/**
 * A page that a visitor may not see can exist for a logged-in user, who also opens a link; and the server cannot render a
 * page that failed.
 */
const needsNewRender = ({ router }: PageState, { session }: AppContext): boolean =>
  router === undefined ||
  (session.current() !== null && (Boolean(router.errors) || /[?&]key=/.test(location.search)))

interface FirstRenderProps {
  root: Element
  onRendered: (early: EarlyInput) => void
  children: ReactNode
}

function FirstRender({ root, onRendered, children }: FirstRenderProps) {
  const input = useRef<EarlyInput>([])
  // This must run before React renders again.
  useLayoutEffect(() => {
    input.current = earlyInput(root)
  }, [root])
  useEffect(() => onRendered(input.current), [onRendered])
  return children
}

/** Lets the browser respond to input between two steps. It is hoisted, because `start` runs before the lines below. */
function nextTask(): Promise<unknown> {
  return new Promise((resume) => setTimeout(resume))
}

/** A transition hydrates in slices, and the browser responds to input between them. */
function hydrateInSlices(root: Element, page: ReactNode): void {
  startTransition(() => {
    hydrateRoot(root, page, { onCaughtError })
  })
}

/** A missing page has its own screen and is not reported. */
function reportUnexpected(error: unknown): void {
  if (!(isNotFound(error) || isRouteErrorResponse(error))) reportError(error)
}

/** The router catches and reports what screens throw. */
const onCaughtError = () => {}

/** Loads the screens of this address before hydration, so that the first render equals the server markup. */
async function loadMatchedScreens(routes: RouteObject[]): Promise<void> {
  const loading = (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== 'object') return
    Object.assign(route, { Component: await route.lazy.Component?.(), lazy: undefined })
  })
  await Promise.all(loading)
}

/** The router has those already that it got before. */
const addRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) =>
  patch(SCREENS_ID, await retryDownload(() => findRoutes(path)))

async function initialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  if (router.state.initialized) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = router.subscribe(({ initialized: ready }) => ready && resolve())
  await promise
  stop()
}
