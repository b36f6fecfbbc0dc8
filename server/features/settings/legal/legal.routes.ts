import { legalApi } from '#contract/settings/legal.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { legalPage, legalStates, publishPage } from './legal.ts'
import { readMarkdown } from './markdown.ts'

export function legalRoutes(context: AppContext): void {
  const { db } = context

  route(context, legalApi.get, {
    run: ({ reading, viewer, param }) => legalPage(reading, viewer, param('kind')),
  })

  route(context, legalApi.list, { run: ({ reading }) => legalStates(reading) })

  route(context, legalApi.preview, {
    changes: () => [],
    run: async ({ body: { markdown } }) => ({ text: await readMarkdown(markdown) }),
  })

  route(context, legalApi.publish, {
    run: async ({ viewer: admin, param, body: { markdown, asksAgain, from }, meta }) => {
      const page = await publishPage(db, { admin, meta, kind: param('kind'), markdown, asksAgain, from })
      return { success: true as const, message: `Version ${page.version} is published.`, page }
    },
  })
}
