import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { open, type Phones } from './phone.ts'
import type { Row } from './row.ts'
import type { CrowdedSite } from './site.ts'

const SCRIPT_MAX = 125_000
const STYLE_MAX = 14_000

const KINDS = ['script', 'style', 'page', 'images', 'fonts'] as const
type Bytes = Record<(typeof KINDS)[number], number>

/** What the first visit to an address fetched, as it came over the wire, without headers. Styles within the page count as both. */
async function bytesOf(page: Page): Promise<Bytes> {
  const written = await page.locator('head > style').allTextContents()
  const bytes = await fetchedBy(page)
  return { ...bytes, style: bytes.style + brotliCompressSync(written.join('')).length }
}

function fetchedBy(page: Page): Promise<Bytes> {
  return page.evaluate(() => {
    const totals = { script: 0, style: 0, page: 0, images: 0, fonts: 0 }
    const kindOf = (path: string) => {
      if (path.endsWith('.js')) return 'script'
      if (path.endsWith('.css')) return 'style'
      if (path.endsWith('.woff2')) return 'fonts'
      return /^\/(media|art)\/|\.svg$/.test(path) ? 'images' : undefined
    }
    for (const entry of performance.getEntries()) {
      if (!(entry instanceof PerformanceResourceTiming)) continue
      const kind = entry.entryType === 'navigation' ? 'page' : kindOf(new URL(entry.name).pathname)
      if (kind) totals[kind] += entry.encodedBodySize
    }
    return totals
  })
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

function rowOf(path: string, { script, style, page, images, fonts }: Bytes): Row {
  return {
    part: 'bytes',
    what: path,
    figure: `script ${kb(script)}, CSS ${kb(style)}, HTML ${kb(page)}, images ${kb(images)}, fonts ${kb(fonts)}`,
    bar: 'script ≤ 125 KB, CSS ≤ 14 KB',
    passed: script <= SCRIPT_MAX && style <= STYLE_MAX,
  }
}

/** What a first visit to each route downloads, by kind: compressed as the server sends it. */
export async function bytesByRoute(phones: Phones, site: CrowdedSite, pages: string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of pages) {
    const phone = await phones.open({ home: site.url, atFullSpeed: true })
    await open(phone.page, path)
    rows.push(rowOf(path, await bytesOf(phone.page)))
    await phone.close()
  }
  return rows
}
