import { consentsApi } from '#contract/account/consents.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { acceptVersions, missingConsents } from './consents.ts'

export function consentRoutes(context: AppContext): void {
  const { db } = context

  route(context, consentsApi.missing, {
    run: async ({ reading, viewer }) => ({ versions: await missingConsents(reading, viewer.id) }),
  })

  route(context, consentsApi.accept, {
    changes: () => [],
    run: async ({ viewer, body }) => {
      await acceptVersions(db, viewer.id, body)
      return { success: true as const, message: 'Thank you.' }
    },
  })
}
