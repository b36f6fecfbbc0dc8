/** A phone renders rows of a table and teachers only when they come near the window. */
import type { Locator, Page } from '@playwright/test'
import { expect, logInAs, test } from './accounts.ts'
import { multiply } from './copy-rows.ts'
import { isRendered, scrollIntoView, scrollToTop } from './rendered.ts'
import { main, scrollTo, visit } from './screens.ts'

test.use({ site: 'long lists on a phone' })

test('off-screen rows of a table and teachers are rendered when they come near; the way back leads to the row', async ({
  page,
  app,
  prepare,
}) => {
  const { id } = await prepare.publish(await prepare.member('Teacher'))
  const titled = (_: unknown, index: number) => ({ title: `Titles wrap ${'differently '.repeat(index % 7)}` })
  multiply(app, ({ copy }) => copy({ table: 'playlists', of: ['id', id], count: 40, own: titled }))
  for (let more = 0; more < 12; more += 1) await prepare.member('Teacher')
  await page.setViewportSize({ width: 390, height: 700 })
  await logInAs(page, await prepare.admin())
  await visit(page, '/admin/teachers')
  await main(page).getByRole('link', { name: 'Playlists', exact: true }).click()
  await expect.poll(() => page.locator('#main tbody tr').count()).toBeGreaterThan(40)
  await expectFarOnes(page, '#main tbody td')
  const row = page.locator('#main tbody tr').nth(29)
  await readDownTo(page, row)
  const { y } = (await row.boundingBox()) ?? { y: Number.NaN }
  await row
    .getByRole('link')
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(/playlist-view/)
  await page.goBack()
  await expect.poll(async () => Math.abs(((await row.boundingBox()) ?? { y: 0 }).y - y)).toBeLessThan(4)
  await visit(page, '/teachers')
  await expectFarOnes(page, '#main li article')
})

/** Scrolls as a reader does, so that everything above was in the window once. */
const readDownTo = async (page: Page, target: Locator) => {
  await scrollTo(page, 0)
  await target.evaluate(async (element) => {
    while (element.getBoundingClientRect().top >= innerHeight / 2) {
      window.scrollBy({ top: innerHeight / 2, behavior: 'instant' })
      const painted = Promise.withResolvers<number>()
      requestAnimationFrame(() => requestAnimationFrame(painted.resolve))
      await painted.promise
    }
  })
}

async function expectFarOnes(page: Page, last: string): Promise<void> {
  await expect.poll(() => page.locator(last).count()).toBeGreaterThan(12)
  await scrollToTop(page)
  await expect.poll(() => isRendered(page, last), last).toBe(false)
  await scrollIntoView(page, last)
  await expect.poll(() => isRendered(page, last), last).toBe(true)
}
