import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { guardedTo, guardsOf } from '#web/core/guard.ts'
import { routerContextOf } from '#web/core/parts.tsx'
import { App } from './app.tsx'
import { browserParts } from './browser-parts.ts'
import type { PageState } from './page-state.ts'
import { routes } from './routes.tsx'

const root = document.getElementById('root') ?? document.body.appendChild(document.createElement('div'))
const state: PageState = JSON.parse(document.getElementById('ssr-state')?.textContent ?? '')
const parts = browserParts(state.site)

await loadMatchedScreens()
const matches = matchRoutes(routes, location) ?? []
const user = parts.session.current()
const elsewhere = guardedTo(guardsOf(matches.map(({ route }) => ({ handle: route.handle }))), user)
const fresh = elsewhere !== undefined || state.router === undefined || (user !== null && state.router.errors)

const router = createBrowserRouter(routes, {
  hydrationData: fresh ? undefined : state.router,
  getContext: () => routerContextOf(parts),
})
const page = (
  <App parts={parts} answers={fresh ? undefined : state.answers}>
    <RouterProvider router={router} />
  </App>
)

if (fresh) {
  // A person may see what was missing for a visitor, so nothing of the server's page is kept.
  await router.navigate(elsewhere ?? location, { replace: true, state: elsewhere && { from: fromHere() } })
  createRoot(root).render(page)
} else {
  hydrateRoot(root, page)
}

/** The screens of this address must be there before hydration: without them the first render would differ. */
async function loadMatchedScreens(): Promise<void> {
  const lazily = (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== 'object') return
    Object.assign(route, { Component: await route.lazy.Component?.(), lazy: undefined })
  })
  await Promise.all(lazily)
}

function fromHere(): string {
  return location.pathname + location.search + location.hash
}
