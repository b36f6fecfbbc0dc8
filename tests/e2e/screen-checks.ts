/** Checks that every screen has to pass, with the demo content. */
import type { Page } from '@playwright/test'
import { violationsIn } from './axe.ts'
import type { DemoRole } from './demo.ts'
import { visit } from './screens.ts'
import { expect } from './site.ts'

export const ROLES: readonly DemoRole[] = ['visitor', 'Student', 'Teacher', 'Admin']
export const HEIGHT = 900

/** Opens a screen and waits until it is complete. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Expects no finding of axe and no element that makes the page wider than the window. */
export async function beSound(page: Page, where: string): Promise<void> {
  expect.soft(await violationsIn(page, undefined), where).toEqual([])
  await loseNothing(page, where)
}

/** Expects that the page does not scroll sideways, and that no control or heading overflows the window or its box. */
export async function loseNothing(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
  expect.soft(await cutOff(page), `${where} cuts off`).toEqual([])
}

const cutOff = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const hidden = (element: Element) =>
      element.getClientRects().length === 0 || element.closest('[inert], .sr, .skip') !== null
    return [...document.querySelectorAll('h1, h2, h3, button, input, select, textarea, a')]
      .filter((element) => !(hidden(element) || scrolls(element.parentElement)))
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        const box = element.closest('section, form, article, header, aside')?.getBoundingClientRect()
        return left < -1 || right > window.innerWidth + 1 || (box && right > box.right + 1)
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`)
  })
