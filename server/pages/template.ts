import { createHash } from 'node:crypto'
import type { Call } from '#contract/api.ts'
import type { Figures } from '#contract/insight/figures.ts'
import type { ShownLogo } from '#contract/settings/site.ts'

type Page = Extract<Rendered, { kind: 'page' }>

interface Additions {
  styles: string
  scripts: string
}

const SLOT = {
  head: '<!--head-->',
  links: '</head>',
  page: '<!--page-->',
  state: '<!--state-->',
  scripts: '<!--scripts-->',
}

/** Members do not see the words for visitors. */
export const SHELL_STYLES =
  '.shell{display:grid;place-content:center;justify-items:center;gap:16px;min-height:100vh;text-align:center}.shell img{max-width:80vw;object-fit:contain}.shell p{max-width:60ch;padding:0 16px;white-space:pre-line}.shell a{text-decoration:underline}[data-user] .shell{display:none}'

/** Parses the five placeholders of `index.html`. Throws if one is missing. */
export function createTemplate(html: string) {
  const [start, afterHead] = cut(html, SLOT.head)
  const [head, afterLinks] = cut(afterHead, SLOT.links)
  const [body, afterPage] = cut(afterLinks, SLOT.page)
  const [root, afterState] = cut(afterPage, SLOT.state)
  const [scripts, end] = cut(afterState, SLOT.scripts)
  const icon = /<link rel="icon"[^>]*href="([^"]+)"/.exec(html)?.[1] ?? ''
  const tail = (state: unknown, links: string, data?: object) =>
    `${data ? dataScript(data) : ''}${stateScript(state)}${scripts}${links}${end}`
  return {
    page: (page: Page, { styles, scripts: links }: Additions): string =>
      `${start}${page.head}${head}${styles}</head>${body}${page.html}${root}${tail(page.state, links, page.data)}`,
    /** The page without content, if rendering failed: the browser renders everything. */
    shell: (site: Site, styles: string): string =>
      `${start}<title>${escaped(site.name)}</title>${head}${styles}</head>${body}${root}${tail({ site }, '')}`,
    /** The page for visitors of a site for members only. The browser renders the screen of its address, or the login. */
    membersShell: (site: Site, styles: string): string => {
      const name = escaped(site.name)
      const title = `<title>${name}</title><meta name="robots" content="noindex">`
      const welcome = site.welcome === undefined ? '' : `<p>${escaped(site.welcome)}</p>`
      const page = `<main class="shell">${picture(site.logo, icon)}<h1>${name}</h1>${welcome}<a href="/login">Login</a></main>`
      const state = { site: { ...site, isForMembers: true } }
      return `${start}${title}${head}${styles}</head>${body}${page}${root}${tail(state, '')}`
    },
  }
}

export function themeScriptHash(html: string): string {
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1]
  if (script === undefined) throw new Error('index.html has no inline script for the theme.')
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

function cut(html: string, slot: string): [string, string] {
  const at = html.indexOf(slot)
  if (at === -1) throw new Error(`index.html has no ${slot}.`)
  return [html.slice(0, at), html.slice(at + slot.length)]
}

const ESCAPES: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Escapes JSON so that it cannot close the script element or open another. */
function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? '')
}

const stateScript = (state: unknown) =>
  `<script type="application/json" id="ssr-state">${escapedJson(state)}</script>`

/** Browsers do not run data scripts, so the content policy need not allow this. */
const dataScript = (data: object) => `<script type="application/ld+json">${escapedJson(data)}</script>`

/** The logo, or the mark. */
const picture = (logo: ShownLogo | undefined, icon: string) =>
  logo === undefined
    ? `<img src="${icon}" alt="" width="48" height="48">`
    : `<img src="${logo.src}" alt="" width="${2 * logo.width}" height="${2 * logo.height}">`

/** Follows the style sheets of the page, whose colours it replaces. */
export const themeLink = ({ theme }: Pick<Site, 'theme'>) =>
  theme === undefined ? '' : `<link rel="stylesheet" href="${theme}">`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export interface Site {
  name: string
  origin: string
  figures: Figures
  logo?: ShownLogo
  /** The address of the style sheet of the site's own colours. */
  theme?: string
  welcome?: string
  lacksAdmin?: boolean
}

/** The result of the built `web/app/entry-server.tsx` for one path. */
type Rendered =
  | {
      kind: 'page'
      status: number
      html: string
      head: string
      chunks: string[]
      data?: object | undefined
      state: unknown
    }
  | { kind: 'redirect'; status: number; location: string }

export interface Entry {
  render: (path: string, parts: { call: Call; site: Site }) => Promise<Rendered>
}
