import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Call } from '#contract/api.ts'
import { readAssets } from './page-assets.ts'
import {
  createTemplate,
  type Entry,
  SHELL_STYLES,
  type Site,
  themeLink,
  themeScriptHash,
} from './template.ts'

export interface PagesOptions {
  dist: string
  call: Call
  site: () => Promise<Site>
  onError: (error: unknown, path: string) => void
}

export interface Page {
  status: number
  headers: Record<string, string>
  /** Null for redirects. */
  body: Buffer | null
  /** `'sha256-…'` of the styles in it, for its content policy; absent for redirects and while developing. */
  styleHash?: string
}

export interface Pages {
  /** Renders the page of a path and its query for a visitor; the caller adds the content policy. */
  render: (path: string) => Promise<Page>
  /** The page of every address of a site for members only: no data, because only the browser knows who is there. */
  shell: () => Promise<Page>
  themeHash: string
}

export async function createPages({ dist, call, site, onError }: PagesOptions): Promise<Pages> {
  const html = await readFile(join(dist, 'web/index.html'), 'utf8')
  const template = createTemplate(html)
  const assetsOf = await readAssets(join(dist, 'web'))
  const entry: Entry = await import(pathToFileURL(join(dist, 'ssr/entry-server.js')).href)
  return {
    async render(path) {
      try {
        const now = await site()
        const rendered = await entry.render(path, { call, site: now })
        if (rendered.kind === 'redirect') return redirect(rendered)
        const { styleHash, styles, scripts } = assetsOf(rendered.chunks)
        const page = template.page(rendered, { styles: styles + themeLink(now), scripts })
        return { ...pageOf(rendered.status, page), styleHash }
      } catch (error) {
        onError(error, path)
        const { styleHash, styles } = assetsOf([])
        const now = await site()
        return { ...pageOf(500, template.shell(now, styles + themeLink(now))), styleHash }
      }
    },
    async shell() {
      const { styleHash, styles } = assetsOf([], SHELL_STYLES)
      const now = await site()
      return { ...pageOf(200, template.membersShell(now, styles + themeLink(now))), styleHash }
    },
    themeHash: themeScriptHash(html),
  }
}

/** All visitors get the same page. A failed page must not be cached, so it has no ETag. */
export function pageOf(status: number, html: string): Page {
  const body = Buffer.from(html)
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
      ...(status < 500 && { etag }),
    },
    body,
  }
}

export function redirect({ status, location }: { status: number; location: string }): Page {
  return { status, headers: { location, 'cache-control': 'no-cache' }, body: null }
}
