import type { Page } from '@playwright/test'
import { expect, logInAs, test } from './accounts.ts'
import { shiftsOf, totalOf, watchShifts } from './layout-shift.ts'
import { visit } from './screens.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

function watchSheets(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.css')) requested.push(pathname)
  })
  return requested
}

/** The sheets that the page contains inline: a disabled link names each, so that Vite does not load it again. */
const inlinedIn = (page: Page) =>
  page
    .locator('head > link[rel="stylesheet"][disabled]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

test('a page contains its own styles, and the next screen does not fetch them again', async ({ page }) => {
  const requested = watchSheets(page)
  await page.goto('/about')
  await expect(page.locator('head > style')).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  expect(requested).toEqual([])
  const here = await inlinedIn(page)
  expect(here.length).toBeGreaterThan(2)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(requested.length).toBeGreaterThan(0)
  expect(requested.filter((sheet) => here.includes(sheet))).toEqual([])
  expect(new Set(requested).size).toBe(requested.length)
})

/** When the page was first painted, and when the browser requested the two fonts and the first script. */
const timesOf = (page: Page) =>
  page.evaluate(() => {
    const first = (kind: RegExp) =>
      Math.min(
        ...performance
          .getEntriesByType('resource')
          .filter(({ name }) => kind.test(name))
          .map(({ startTime }) => startTime),
      )
    const paints = performance.getEntriesByType('paint').map(({ startTime }) => startTime)
    return {
      painted: Math.min(...paints),
      text: first(/geist-ascii.*woff2$/),
      headings: first(/bricolage.*woff2$/),
      script: first(/js$/),
    }
  })

/** Half a second after `load` the page goes on without a paint, which is too soon on a busy machine. Here `load` waits for the paint. */
const holdLoadUntilPaint = (page: Page) =>
  page.addInitScript(() => {
    const hold = (event: Event) => {
      event.stopImmediatePropagation()
      new PerformanceObserver(() => dispatchEvent(new Event('load'))).observe({
        type: 'paint',
        buffered: true,
      })
    }
    addEventListener('load', hold, { once: true })
  })

for (const width of [1440, 390]) {
  test(`headings' font and scripts load after the first paint, and move nothing at ${width} px`, async ({
    newPerson,
  }) => {
    for (const path of ['/', '/about', '/courses', '/teachers', '/contact', '/login']) {
      const page = await newPerson()
      await page.setViewportSize({ width, height: 900 })
      await watchShifts(page)
      await holdLoadUntilPaint(page)
      await page.goto(path)
      const shifts = await shiftsOf(page)
      expect.soft(totalOf(shifts), `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.01)
      const { painted, text, headings, script } = await timesOf(page)
      expect.soft(painted, path).toBeLessThan(Number.POSITIVE_INFINITY)
      expect.soft(text, path).toBeLessThan(painted)
      expect.soft(headings, path).toBeGreaterThan(painted)
      expect.soft(script, path).toBeGreaterThan(painted)
      await page.close()
    }
  })
}

test('a returning user sees the heading font from the start; only headings name it, and nothing else inherits it', async ({
  page,
}) => {
  await page.goto('/about')
  await page.locator('html[data-fonts]').waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('fonts'))).toBe('own')
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Reflect.set(window, 'fontsAtParse', document.documentElement.dataset.fonts)
    })
  })
  await page.goto('/courses')
  expect(await page.evaluate(() => Reflect.get(window, 'fontsAtParse'))).toBe('own')
  await test.step('only headings name it', async () => {
    await page.goto('/about')
    await page.locator('html[data-fonts]').waitFor()
    const typefaceOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).getPropertyValue('--lec-font-display'))
    const [ofAll, ofHeading] = [await typefaceOf('main'), await typefaceOf('h1')]
    await page.evaluate(() => document.documentElement.removeAttribute('data-fonts'))
    expect(await typefaceOf('main')).toBe(ofAll)
    expect(await typefaceOf('h1')).not.toBe(ofHeading)
  })
})

test('pages have their fonts without JavaScript, too', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const font = page.waitForRequest(/geist-ascii.*woff2$/)
  await page.goto(`${app.url}/about`)
  await font
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS(
    'font-family',
    /^"Bricolage Grotesque Variable"/,
  )
  await context.close()
})

for (const width of [1440, 390]) {
  test(`fonts that load long after the first paint move nothing at ${width} px`, async ({
    page,
    prepare,
  }) => {
    await prepare.publish(await prepare.member('Teacher'))
    await page.setViewportSize({ width, height: 900 })
    await watchShifts(page)
    for (const path of ['/', '/courses', '/teachers']) {
      const painted = Promise.withResolvers<void>()
      await page.route('**/*.woff2', async (route) => {
        await painted.promise
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      painted.resolve()
      const shifts = await shiftsOf(page)
      expect.soft(totalOf(shifts), `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.01)
      await page.unroute('**/*.woff2')
    }
  })
}

/** Opens an address whose scripts never arrive, so that what is visible is the first paint. */
async function paintOnly(page: Page, address: string): Promise<void> {
  await page.route(/\/assets\/.*\.js$/, () => undefined)
  await page.goto(address, { waitUntil: 'commit' })
}

test('a visitor on a guarded screen sees the login first, and nothing else', async ({ page, prepare }) => {
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await paintOnly(page, `/watch-video/${id}/${courses[0]?._id}?t=70`)
  await expect(page).toHaveURL('/login')
  await expect(page).toHaveTitle(/^Login · /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  expect(await page.evaluate(() => history.state.usr.from)).toBe(`/watch-video/${id}/${courses[0]?._id}?t=70`)
  await page.goto('/admin/category', { waitUntil: 'commit' })
  await expect(page).toHaveURL('/')
})

test('a user sees their own name and picture in the first paint, and keeps them', async ({
  page,
  prepare,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const other = await prepare.member('Other', { profession: 'Sailor' })
  await logInAs(page, other)
  await paintOnly(page, '/about')
  const menu = page.getByRole('complementary', { name: 'Side menu' })
  const button = page.getByRole('button', { name: 'Profile menu' })
  const isShown = async () => {
    await expect(menu.getByText(other.name, { exact: true })).toBeVisible()
    await expect(menu.getByText('Sailor', { exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0)
  }
  await isShown()
  const picture = button.locator('span').first()
  await expect(picture).toHaveCSS('background-image', /url\(.*\/media\//)
  await expect(picture.locator('svg')).toBeHidden()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await visit(page, '/about')
  await expect(button.locator('img')).toBeVisible()
  await isShown()
})
