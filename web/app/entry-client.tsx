import '#web/core/zod-without-eval.ts'
import { hydrate } from '@tanstack/react-query'
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, isRouteErrorResponse, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { isNotFound } from '#web/core/api-error.ts'
import { type AppContext, routerContextOf } from '#web/core/app-context.tsx'
import { toasts } from '#web/core/toasts.ts'
import { App } from './app.tsx'
import { browserContext } from './browser-context.ts'
import { dated, type PageState } from './page-state.ts'
import { reloadAfterUpdate } from './reload-after-update.ts'
import { routes } from './routes.tsx'
import { repeatTyped, type TypedFields, typedFields } from './typed-early.ts'

reloadAfterUpdate()
void start()

/**
 * Not awaited at the top of the module: screens share files with this entry, and would wait for it while it waits for
 * them.
 */
async function start(): Promise<void> {
  const root = document.getElementById('root') ?? document.body.appendChild(document.createElement('div'))
  const state: PageState = JSON.parse(document.getElementById('ssr-state')?.textContent ?? '')
  await turn()
  const parts = browserContext(state.site)
  await turn()
  await loadMatchedScreens()
  await turn()

  const fresh = mustRenderAgain(state, parts)
  if (!fresh && state.answers) hydrate(parts.cache, dated(state.answers))

  const router = createBrowserRouter(routes, {
    hydrationData: fresh ? undefined : state.router,
    getContext: () => routerContextOf(parts),
  })
  toasts.readPathWith(() => (router.state.navigation.location ?? router.state.location).pathname)
  await turn()
  const shown = Promise.withResolvers<TypedFields>()
  const page = (
    <App parts={parts}>
      <Shown root={root} onShown={shown.resolve}>
        <RouterProvider router={router} onError={reportUnexpected} />
      </Shown>
    </App>
  )
  if (fresh) {
    await initialized(router)
    createRoot(root, { onCaughtError }).render(page)
  } else {
    hydrateInSlices(root, page)
  }
  repeatTyped(await shown.promise)
  fetchAhead(parts)
  // Heard by the inline script of index.html, which kept the button that was pressed too early.
  dispatchEvent(new Event('alive'))
}

/** A first visit that touches nothing does without. */
function fetchAhead(parts: AppContext): void {
  const aimed = new AbortController()
  const learn = (first: Event) => {
    aimed.abort()
    import('./prefetch.ts').then(({ followAims }) => followAims(parts, { first })).catch(() => {})
  }
  for (const event of ['pointerover', 'focusin']) addEventListener(event, learn, { signal: aimed.signal })
}

/** What was missing for a visitor may be there for somebody logged in, and a page that failed was never rendered. */
const mustRenderAgain = ({ router }: PageState, { session }: AppContext): boolean =>
  router === undefined || (Boolean(router.errors) && session.current() !== null)

interface ShownProps {
  root: Element
  onShown: (early: TypedFields) => void
  children: ReactNode
}

function Shown({ root, onShown, children }: ShownProps) {
  const early = useRef<TypedFields>([])
  // Before React renders anything again.
  useLayoutEffect(() => {
    early.current = typedFields(root)
  }, [root])
  useEffect(() => onShown(early.current), [onShown])
  return children
}

/** Between two steps the browser may answer a touch. A declaration: the first step comes before the rest of this file. */
function turn(): Promise<unknown> {
  return new Promise((resume) => setTimeout(resume))
}

/** A transition hydrates in slices: a phone answers a touch between them. */
function hydrateInSlices(root: Element, page: ReactNode): void {
  startTransition(() => {
    hydrateRoot(root, page, { onCaughtError })
  })
}

/** Something missing has its own screen and is no fault. */
function reportUnexpected(error: unknown): void {
  if (!(isNotFound(error) || isRouteErrorResponse(error))) reportError(error)
}

/** The router, which catches what screens throw, has reported it. */
const onCaughtError = () => {}

/** The screens of this address must be there before hydration: without them the first render would differ. */
async function loadMatchedScreens(): Promise<void> {
  const lazily = (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== 'object') return
    Object.assign(route, { Component: await route.lazy.Component?.(), lazy: undefined })
  })
  await Promise.all(lazily)
}

async function initialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  if (router.state.initialized) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = router.subscribe(({ initialized: ready }) => ready && resolve())
  await promise
  stop()
}
