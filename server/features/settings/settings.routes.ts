import { CONTACT } from '#contract/settings/contact.ts'
import { settingsApi } from '#contract/settings/settings.ts'
import { siteApi } from '#contract/settings/site.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { adminSettings, changeSettings } from './change-settings.ts'
import { registrationOf } from './registration.ts'

export function settingsRoutes(context: AppContext): void {
  const { db, settings } = context

  route(context, siteApi.get, {
    run: async () => {
      const { policy, domains } = await registrationOf(context)
      return {
        name: await settings.get('siteName'),
        contact: CONTACT,
        access: await settings.get('siteAccess'),
        registration: policy,
        registrationDomains: [...domains],
        teachers: await settings.get('teachers'),
      }
    },
  })

  route(context, settingsApi.get, { run: ({ reading }) => adminSettings(reading, settings.locked) })

  route(context, settingsApi.update, {
    run: async ({ viewer: admin, body: { version, changes, ...proof }, meta }) => {
      await changeSettings(context, { admin, meta, version, changes, proof })
      const message = 'The settings are saved.'
      return { success: true as const, message, ...(await adminSettings(db, settings.locked)) }
    },
  })
}
