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
import { isScreenHandle } from '#web/core/guard.ts'
import { visitorSession } from '#web/core/session-store.ts'
import { App } from './app.tsx'
import { type PageState, undated } from './page-state.ts'
import { routes } from './routes.tsx'
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
      /** What search engines are told of it (schema.org). */
      data: object | undefined
      state: PageState
    }
  | { kind: 'redirect'; status: number; location: string }

const handler = createStaticHandler(routes)

/** One page as a visitor sees it; `path` begins with a slash and may carry a query. Throws when a screen itself fails. */
export async function render(path: string, { call, site }: { call: Call; site: Site }): Promise<Rendered> {
  const parts: AppContext = { call, site, cache: createCache(), session: visitorSession }
  try {
    const context = await handler.query(new Request(`${site.origin}${path}`), {
      requestContext: routerContextOf(parts),
    })
    return context instanceof Response ? redirectOf(context) : pageOf(context, parts)
  } finally {
    parts.cache.clear()
  }
}

function redirectOf(response: Response): Rendered {
  return { kind: 'redirect', status: response.status, location: response.headers.get('location') ?? '/' }
}

function pageOf(context: StaticHandlerContext, parts: AppContext): Rendered {
  const router = createStaticRouter(handler.dataRoutes, context)
  const markup = renderToString(
    <App parts={parts}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  )
  const { loaderData, actionData, errors } = context
  return {
    kind: 'page',
    status: context.statusCode,
    ...headApart(markup),
    chunks: context.matches.flatMap(({ route }) =>
      isScreenHandle(route.handle) ? [route.handle.chunk] : [],
    ),
    data: structuredData(context.matches.at(-1), parts),
    state: {
      site: parts.site,
      router: { loaderData, actionData, errors },
      answers: undated(dehydrate(parts.cache)),
    },
  }
}

/** React puts what belongs into the head in front of everything else. */
const HEAD = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/

function headApart(markup: string): { head: string; html: string } {
  const head = HEAD.exec(markup)?.[0] ?? ''
  return { head, html: markup.slice(head.length) }
}
