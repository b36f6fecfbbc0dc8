import { dehydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { Call } from '#contract/api.ts'
import { type AppContext, routerContextOf, type Site } from '#web/core/app-context.tsx'
import { createCache } from '#web/core/cache.ts'
import { type Guard, guardsOf, isScreenHandle } from '#web/core/guard.ts'
import { visitorSession } from '#web/core/session-store.ts'
import { App } from './app.tsx'
import { laterRoutes } from './later-routes.ts'
import { type PageState, withoutTimes } from './page-state.ts'
import { routesWith } from './routes.tsx'
import { structuredData } from './structured-data.ts'

export type Rendered =
  | {
      kind: 'page'
      status: number
      /** Markup of the page's root. */
      html: string
      /** Title, description and the like. */
      head: string
      /** Sources of the screens on it, below web/. */
      chunks: string[]
      /** Structured data for search engines (schema.org). */
      data: object | undefined
      state: PageState
    }
  | { kind: 'redirect'; status: number; location: string }

const handler = createStaticHandler(routesWith([laterRoutes]))

/** One page as a visitor sees it; `path` begins with a slash and may carry a query. Throws when a screen fails. */
export async function render(path: string, { call, site }: { call: Call; site: Site }): Promise<Rendered> {
  const context: AppContext = { call, site, cache: createCache(), session: visitorSession }
  try {
    const result = await handler.query(new Request(`${site.origin}${path}`), {
      requestContext: routerContextOf(context),
    })
    return result instanceof Response ? redirectOf(result) : pageOf(result, context)
  } finally {
    context.cache.clear()
  }
}

function redirectOf(response: Response): Rendered {
  return { kind: 'redirect', status: response.status, location: response.headers.get('location') ?? '/' }
}

function pageOf(result: StaticHandlerContext, context: AppContext): Rendered {
  const router = createStaticRouter(handler.dataRoutes, result)
  const markup = renderToString(
    <App context={context}>
      <StaticRouterProvider router={router} context={result} hydrate={false} />
    </App>,
  )
  const { loaderData, actionData, errors } = result
  const { head, html } = splitHead(markup)
  return {
    kind: 'page',
    status: result.statusCode,
    html,
    head: errors ? head : head + guardMeta(guardsOf(result.matches.map(({ route }) => route))),
    chunks: result.matches.flatMap(({ route }) => (isScreenHandle(route.handle) ? [route.handle.chunk] : [])),
    data: structuredData(result.matches.at(-1), context),
    state: {
      site: context.site,
      router: { loaderData, actionData, errors },
      answers: withoutTimes(dehydrate(context.cache)),
    },
  }
}

/** The inline script of index.html reads the guards before the first paint. */
const guardMeta = (guards: Guard[]) =>
  guards.length === 0 ? '' : `<meta name="guard" content="${guards.join(' ')}">`

/** React renders the head elements first. */
const HEAD = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/

function splitHead(markup: string): { head: string; html: string } {
  const head = HEAD.exec(markup)?.[0] ?? ''
  return { head, html: markup.slice(head.length) }
}
