import type { Locator, Page } from '@playwright/test'
import { expect } from './site.ts'

const TABS_MAX = 90

/** Presses Tab until `target` has the focus, as a user without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < TABS_MAX; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, 'Tab does not lead there').toBeFocused()
}
