import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, sheetsOf } from './manifest.ts'

/** The inlined style sheets of a page. */
export interface PageStyles {
  markup: string
  /** `'sha256-…'` of the one style element, for `style-src`. */
  hash: string
}

/**
 * Inlines the style sheets, so that the first paint needs one response only (decision 0017). A disabled link, which browsers
 * do not fetch, names each sheet, so that later screens do not load it again.
 */
export async function readStyles(
  folder: string,
  manifest: Manifest,
): Promise<(sheets: readonly string[]) => PageStyles> {
  const texts = new Map(
    await Promise.all(
      sheetsOf(manifest).map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const),
    ),
  )
  const known = new Map<string, PageStyles>()
  return (sheets) => {
    const key = sheets.join()
    const styles = known.get(key) ?? together(sheets, sheets.map((file) => texts.get(file) ?? '').join(''))
    known.set(key, styles)
    return styles
  }
}

/** Throws if the CSS would close its style element. */
function together(sheets: readonly string[], rules: string): PageStyles {
  if (/<\/style|<!--/i.test(rules)) throw new Error('A style sheet holds the end of a style element.')
  const names = sheets.map((file) => `<link rel="stylesheet" crossorigin disabled href="/${file}">`)
  return {
    markup: `<style>${rules}</style>${names.join('')}`,
    hash: `'sha256-${createHash('sha256').update(rules).digest('base64')}'`,
  }
}
