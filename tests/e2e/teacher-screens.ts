/** What the tests of a teacher's screens share: addresses, texts, places and the check of a whole screen. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { main } from './screens.ts'

export const DASHBOARD = '/teacher-dashboard'
export const DRAFT = 'Saved as a draft. Only you and admins can see it.'
/** Long enough for the checklist. */
export const LONG =
  'How a function remembers the place it was written in, drawn step by step, for people who write code.'
const PHONE = { width: 390, height: 844 }
export const WIDE = { width: 1440, height: 900 }

export const box = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })
export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

/** Wide and light, and on a phone in the dark. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(PHONE)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(WIDE)
}
