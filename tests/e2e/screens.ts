import type { Locator, Page } from '@playwright/test'

/**
 * Opens an address and waits until React has hydrated the page, so that no click or letter is lost on the server's
 * markup.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await alive(page)
}

/** Waits until React has hydrated the server's markup. */
export async function alive(page: Page, timeout?: number): Promise<void> {
  const answers = () => {
    const first = document.getElementById('root')?.firstElementChild
    return first && Object.keys(first).some((key) => key.startsWith('__reactFiber'))
  }
  await page.waitForFunction(answers, undefined, { timeout })
}

export const main = (page: Page) => page.getByRole('main')

export const header = (page: Page) => page.getByRole('banner')

export const sideMenu = (page: Page) => page.getByRole('complementary', { name: 'Side menu' })

export const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true })

/** The card of a playlist, a teacher or a review with this text. */
export const card = (page: Page, text: string) => main(page).getByRole('article').filter({ hasText: text })

/** Playwright scrolls the page before it presses a moving element again, and scrolling closes the popup. */
const standsStill = (moving: Locator) =>
  moving.evaluate((element) => Promise.allSettled(element.getAnimations().map(({ finished }) => finished)))

/** Opens the profile popup with the button of the header. */
export async function openPopup(page: Page): Promise<Locator> {
  await alive(page)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  const popup = page.getByRole('dialog', { name: 'Profile' })
  await standsStill(popup)
  return popup
}

export const searchBox = (page: Page) => header(page).getByRole('searchbox', { name: 'Search courses' })

/** The value under this label in a list of figures. */
export const figure = (within: Locator, label: string) =>
  within
    .locator('dl > div')
    .filter({ has: within.page().getByText(label, { exact: true }) })
    .getByRole('definition')

/** Scrolls without animation. */
export const scrollTo = (page: Page, top: number) =>
  page.evaluate((there) => window.scrollTo({ top: there, behavior: 'instant' }), top)

/** Whether two elements overlap; `undefined` when one of them is not rendered. */
export async function overlap(first: Locator, second: Locator): Promise<boolean | undefined> {
  const [one, other] = [await first.boundingBox(), await second.boundingBox()]
  if (one === null || other === null) return undefined
  const beside = one.x >= other.x + other.width || other.x >= one.x + one.width
  const below = one.y >= other.y + other.height || other.y >= one.y + one.height
  return !(beside || below)
}

/** The server's answer to the next call like this. Wait for it before a reload, which may end a request. */
export const answerTo = (page: Page, method: 'PUT' | 'POST' | 'DELETE', path: string) =>
  page.waitForResponse(
    (response) => response.request().method() === method && new URL(response.url()).pathname.endsWith(path),
  )
