import { createHash } from 'node:crypto'
import { type BrandTokens, brandTokens } from '#contract/settings/accent.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { networkOf } from '#server/http/request.ts'
import { IMMUTABLE } from '#server/http/respond.ts'
import { createSettings } from './settings.ts'

const HASH_LENGTH = 20

interface ThemeFile {
  address: string
  css: string
}

let made: { accent: string; file: ThemeFile } | undefined

/** The style sheet of an accent. It is built from our names and from colours that were computed, never from what was typed. */
export function themeFile(accent: string): ThemeFile {
  if (made?.accent === accent) return made.file
  const { light, dark } = brandTokens(accent)
  // The selectors of web/styles/themes.css, which this sheet follows.
  const css = `${rule(":root,:root[data-theme='light']", light)}${rule(":root[data-theme='dark']", dark)}`
  const hash = createHash('sha256').update(css).digest('hex').slice(0, HASH_LENGTH)
  const file = { address: `/theme/${hash}.css`, css }
  made = { accent, file }
  return file
}

function rule(selector: string, tokens: BrandTokens): string {
  const values = Object.entries(tokens).map(([name, colour]) => `--lec-${name}:${colour}`)
  return `${selector}{${values.join(';')}}\n`
}

/** Serves the style sheet of the accent. Another node may know the newest one first, so a miss reads the settings again. */
export function serveTheme(context: AppContext): void {
  const { app, db, limits, settings } = context
  app.get('/theme/:file', async (request, reply) => {
    await limits.spend('read', networkOf(request.ip))
    const fresh = () =>
      createSettings({ db, locked: settings.locked, invalidation: { onInvalidate: () => undefined } })
    for (const read of [settings.get, fresh().get]) {
      const accent = await read('accent')
      const file = accent === null ? undefined : themeFile(accent)
      if (file?.address === request.url)
        return reply.header('cache-control', IMMUTABLE).type('text/css; charset=utf-8').send(file.css)
    }
    throw new AppError('not_found', 'Style sheet not found.')
  })
}
