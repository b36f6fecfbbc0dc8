/**
 * `npm run test:lighthouse`: Lighthouse's phone profile on every public page of the built product with demo content,
 * three visits a page. The table shows the median; a figure under its floor ends the command with 1.
 */
import { existsSync } from 'node:fs'
import { findBrowser } from '#scripts/browser.ts'
import { openTestApp } from '#tests/e2e/server.ts'
import { WITHOUT_FFMPEG } from '#tests/start-lectern.ts'
import { CATEGORIES, FLOORS, install, type Measured, measure, publicPages } from './visit.ts'

const VISITS = 3

/** One row of the table. Gives whether every figure reaches its floor. */
function judge(page: string, { scores, largestPaint, layoutShift, blockingTime, speed }: Measured): boolean {
  const passed = CATEGORIES.every((category) => scores[category] >= FLOORS[category])
  const figures = [
    ...CATEGORIES.map((category) => String(scores[category]).padStart(4)),
    `${(largestPaint / 1000).toFixed(2)} s`.padStart(8),
    layoutShift.toFixed(3).padStart(7),
    `${blockingTime.toFixed(0)} ms`.padStart(8),
  ]
  console.log(`${passed ? 'kept  ' : 'MISSED'} ${figures.join(' ')} ${speed.toFixed(0).padStart(6)}  ${page}`)
  return passed
}

async function main(): Promise<void> {
  const browser = findBrowser()
  if (browser === undefined || !existsSync(browser)) {
    console.error('Lighthouse finds no Chromium: node scripts/browser.ts fetches one.')
    process.exitCode = 1
    return
  }
  install()
  const app = await openTestApp({
    ...WITHOUT_FFMPEG,
    DEMO_CONTENT: 'true',
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
  })
  try {
    const only = process.argv.slice(2)
    const pages = (await publicPages(app.url)).filter((page) => only.length === 0 || only.includes(page))
    console.log(
      `Median of ${VISITS}: performance, accessibility, best practices, SEO; LCP, CLS, TBT, speed of the machine`,
    )
    for (const page of pages) {
      if (!judge(page, measure(`${app.url}${page}`, browser, VISITS))) process.exitCode = 1
    }
  } finally {
    await app.stop()
  }
}

await main()
