import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}
type Manifest = Record<string, ManifestChunk>

export interface PageAssets {
  /** The style sheets of the page inside it, those of `index.html` first. */
  styles: string
  styleHash: string
  /**
   * Links to scripts, which all load after the first paint, and a disabled link for each inlined sheet, so that Vite's
   * loader does not fetch it again. Chromium fetches disabled links that the parser sees, so the page's script adds them.
   */
  scripts: string
}

/**
 * Reads the build in `folder` and gives the styles and scripts of a page by the sources of its screens. `more`: rules for this
 * page.
 */
export async function readAssets(
  folder: string,
): Promise<(screens: readonly string[], more?: string) => PageAssets> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  const sheets = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  const read = async (sheet: string) => [sheet, await readFile(join(folder, sheet), 'utf8')] as const
  const rules = new Map(await Promise.all([...sheets].map(read)))
  const known = new Map<string, PageAssets>()
  return (screens, more = '') => {
    const key = screens.join() + more
    const assets = known.get(key) ?? assetsOf(manifest, screens, { rules, more })
    known.set(key, assets)
    return assets
  }
}

interface Styles {
  /** By the name of their sheet. */
  rules: ReadonlyMap<string, string>
  /** Rules of one page. */
  more: string
}

function assetsOf(manifest: Manifest, screens: readonly string[], styles: Styles): PageAssets {
  const present = closure(manifest, ['index.html'])
  const all = closure(manifest, ['index.html', ...screens])
  const scripts = all.filter((chunk) => !present.includes(chunk))
  const sheets = [...new Set(all.flatMap(({ css = [] }) => css))]
  const disabled = sheets.map((sheet) => `<link rel="stylesheet" crossorigin disabled href="/${sheet}">`)
  const preloads = scripts.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return { ...inlined(sheets, styles), scripts: [...disabled, ...preloads].join('') }
}

/**
 * Inlines the style sheets, so that the first paint needs one response only (decision 0017). Throws if the CSS would close
 * its element.
 */
function inlined(sheets: readonly string[], { rules, more }: Styles) {
  const css = sheets.map((sheet) => rules.get(sheet) ?? '').join('') + more
  if (/<\/style|<!--/i.test(css)) throw new Error('A style sheet holds the end of a style element.')
  return {
    styles: `<style>${css}</style>`,
    styleHash: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  }
}

/** Imports come first, so that a screen's own styles override those of its components. */
function closure(manifest: Manifest, keys: readonly string[]): ManifestChunk[] {
  const seen = new Set<string>()
  const visit = (key: string): ManifestChunk[] => {
    const chunk = manifest[key]
    if (chunk === undefined || seen.has(key)) return []
    seen.add(key)
    return [...(chunk.imports ?? []).flatMap(visit), chunk]
  }
  return keys.flatMap(visit)
}
