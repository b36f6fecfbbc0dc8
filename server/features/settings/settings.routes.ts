import { IMAGE_REQUIRED } from '#contract/media/media.ts'
import { settingsApi } from '#contract/settings/settings.ts'
import { siteApi } from '#contract/settings/site.ts'
import type { AppContext } from '#server/context.ts'
import { busy, invalid } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { adminSettings, changeSettings } from './change-settings.ts'
import { logoRef, siteInfo } from './site-info.ts'
import { serveTheme } from './theme.ts'

export function settingsRoutes(context: AppContext): void {
  const { db, images } = context
  serveTheme(context)

  route(context, siteApi.get, {
    run: () => siteInfo(context),
  })

  route(context, settingsApi.get, { run: ({ reading }) => adminSettings(reading, context) })

  route(context, settingsApi.logo, {
    changes: () => [],
    run: async ({ viewer, image }) => {
      if (!image) throw invalid('logo', IMAGE_REQUIRED)
      const name = await images.save(image, { kind: 'logo', ownerId: viewer.id })
      const logo = await logoRef(db, name)
      if (!logo) throw busy()
      return { name, logo }
    },
  })

  route(context, settingsApi.update, {
    run: async ({ viewer: admin, body: { version, changes, ...proof }, meta }) => {
      await changeSettings(context, { admin, meta, version, changes, proof })
      const message = 'The settings are saved.'
      return { success: true as const, message, ...(await adminSettings(db, context)) }
    },
  })
}
