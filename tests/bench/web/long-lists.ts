import type { ElementHandle, Page } from '@playwright/test'
import { open, type Phones, quiet } from './phone.ts'
import type { CrowdedSite } from './site.ts'

export type Button = ElementHandle<HTMLElement | SVGElement>

export interface List {
  what: string
  path: string
  who?: 'student' | 'admin'
  more: string
  item: string
  /** So many come with each press. */
  page: number
}

export const listsOf = ({ facts: { loud } }: CrowdedSite): List[] => [
  { what: 'cards', path: '/courses', more: 'Show more', item: '#main article', page: 24 },
  {
    what: 'comments',
    path: `/watch-video/${loud.playlistId}/${loud.courseId}`,
    who: 'student',
    more: 'Show more comments',
    item: '#main section[aria-labelledby="comments"] li',
    page: 30,
  },
  {
    what: 'rows',
    path: '/admin/students',
    who: 'admin',
    more: 'Show more',
    item: '#main tbody tr',
    page: 50,
  },
]

/** As somebody scrolls who reads: all that stands above the button is drawn on the way. */
export async function readTo(button: Button): Promise<void> {
  await button.evaluate(async (element) => {
    while (element.getBoundingClientRect().bottom > innerHeight) {
      const before = scrollY
      window.scrollBy({ top: innerHeight, behavior: 'instant' })
      const { promise, resolve } = Promise.withResolvers<number>()
      requestAnimationFrame(resolve)
      await promise
      if (scrollY === before) return
    }
  })
}

/** Asks for one more page and waits until all of it is drawn. The page does it itself: a look for the button would be work. */
export const press = (button: Button): Promise<void> =>
  button.evaluate(async (element) => {
    if (!(element instanceof HTMLElement)) throw new Error('There is no button.')
    const { promise, resolve } = Promise.withResolvers<void>()
    let isBusy = false
    const observer = new MutationObserver(() => {
      if (isBusy && element.ariaDisabled !== 'true') resolve()
      isBusy ||= element.ariaDisabled === 'true'
    })
    observer.observe(element, { attributeFilter: ['aria-disabled'] })
    element.click()
    await promise
    observer.disconnect()
  })

/** Found while the list is short; the same element presses on. */
export async function moreOf(page: Page, { more }: List): Promise<Button> {
  const button = await page.getByRole('button', { name: more, exact: true }).elementHandle()
  if (button === null) throw new Error('The list has no button for more.')
  return button
}

/**
 * A list grown at full speed and in seconds, on a phone that is measured as if a reader had taken minutes: each page is read
 * to its end, then the button is pressed for the next.
 */
export async function openGrown(phones: Phones, site: CrowdedSite, list: List & { target: number }) {
  const phone = await phones.open({ home: site.url, atFullSpeed: true, user: list.who && site[list.who] })
  const { page } = phone
  await open(page, list.path)
  const button = await moreOf(page, list)
  let count = await page.locator(list.item).count()
  for (; count < list.target; count += list.page) {
    await readTo(button)
    await press(button)
  }
  return { phone, button, shown: `${count} ${list.what}` }
}

/** To a screen that was seen before and a list that is known, as fast as a thumb presses. */
export async function goHome(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/"]')?.click())
  await page.waitForURL((address) => address.pathname === '/')
  await quiet(page)
}

export async function goBack(page: Page, list: List): Promise<void> {
  await page.goBack()
  await page.getByRole('button', { name: list.more, exact: true }).waitFor({ state: 'attached' })
  await quiet(page)
}
