/** `npm run screenshot`: takes the screenshot for README.md, of the built site with its demo content. */
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { openTestApp } from '#tests/e2e/server.ts'
import { findBrowser } from './browser.ts'

const FILE = fileURLToPath(new URL('../docs/screenshot.webp', import.meta.url))
const WINDOW = { width: 1440, height: 900 }
const SCREEN = '/courses'

const site = await openTestApp({ DEMO_CONTENT: 'true', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
const browser = await chromium.launch({ executablePath: findBrowser() })
try {
  const page = await browser.newPage({ viewport: WINDOW, colorScheme: 'light' })
  await page.goto(`${site.url}${SCREEN}`, { waitUntil: 'networkidle' })
  await sharp(await page.screenshot())
    .webp({ quality: 80, effort: 6 })
    .toFile(FILE)
} finally {
  await browser.close()
  await site.stop()
}
