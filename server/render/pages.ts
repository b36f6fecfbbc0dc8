import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Call } from '#contract/api.ts'
import { createCache } from '#server/core/cache.ts'
import type { Changed } from '#server/core/changes.ts'
import type { Entry, Site } from './entry.ts'
import { type FinishedPage, finishedPage, type PageAnswer, type PageRequest } from './finished-page.ts'
import { linksOf, type Manifest } from './manifest.ts'
import { readStyles } from './page-styles.ts'
import { createTemplate, themeScriptHash } from './template.ts'

const KEPT_MS = 10_000
/** Pages may then be this much older than what another node wrote. */
const KEPT_UNHEARD_MS = 2000
const CACHE = { entries: 500, bytes: 32 * 1024 * 1024 }

export interface PagesParts {
  /** The built `dist` folder. */
  dist: string
  /** Answers calls as a visitor, without HTTP. */
  call: Call
  site: Site
  /** Told of a screen that could not be rendered; the browser then gets a shell and status 500. */
  onError: (error: unknown, path: string) => void
  /** Whether writes of other nodes are heard of; while they are not, pages are kept for two seconds. */
  hearsOthers?: () => boolean
}

export interface Pages {
  /** The page at a path (with its query) as a visitor sees it, ready to send; only the content policy is left to add. */
  answer: (path: string, request: PageRequest) => Promise<PageAnswer>
  /** Whether that page would be answered from memory. */
  has: (path: string) => boolean
  /** Forgets the pages that a write concerns. */
  invalidate: (changed: Changed) => void
  /** `'sha256-…'` of the inline theme script, for `script-src`. */
  themeHash: string
}

/** The pages of a built site. Finished pages are kept for ten seconds or until the next write that concerns them. */
export async function createPages({
  dist,
  call,
  site,
  onError,
  hearsOthers = () => true,
}: PagesParts): Promise<Pages> {
  const html = await readFile(join(dist, 'web/index.html'), 'utf8')
  const template = createTemplate(html)
  const manifest: Manifest = JSON.parse(await readFile(join(dist, 'web/.vite/manifest.json'), 'utf8'))
  const links = linksOf(manifest)
  const stylesOf = await readStyles(join(dist, 'web'), manifest)
  const entry: Entry = await import(pathToFileURL(join(dist, 'ssr/entry-server.js')).href)
  const cache = createCache<FinishedPage | PageAnswer>({
    ...CACHE,
    milliseconds: () => (hearsOthers() ? KEPT_MS : KEPT_UNHEARD_MS),
    sizeOf: (page) => ('size' in page ? page.size : 0),
    keep: ({ status }) => status < 500,
    shownOf: ({ shown }) => shown,
  })

  const make = async (path: string): Promise<FinishedPage | PageAnswer> => {
    try {
      const rendered = await entry.render(path, { call, site })
      if (rendered.kind === 'redirect') return redirect(rendered.status, rendered.location)
      const { sheets, scripts } = links(rendered.chunks)
      const { markup, hash } = stylesOf(sheets)
      const parts = template.page(rendered, { styles: markup, scripts })
      return finishedPage({ path, status: rendered.status, parts, styleHash: hash })
    } catch (error) {
      onError(error, path)
      const { markup, hash } = stylesOf(links([]).sheets)
      return finishedPage({ path, status: 500, parts: template.shell(site, markup), styleHash: hash })
    }
  }
  return {
    async answer(path, request) {
      const page = await cache.get(path, () => make(path))
      return 'answer' in page ? page.answer(request) : page
    },
    has: cache.has,
    invalidate: cache.forget,
    themeHash: themeScriptHash(html),
  }
}

const redirect = (status: number, location: string): PageAnswer => ({
  status,
  headers: { location, 'cache-control': 'no-cache' },
  body: null,
})
