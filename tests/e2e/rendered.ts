import type { Page } from '@playwright/test'

/** Whether the browser renders the last match; `content-visibility` skips elements that are far from the window. */
export const isRendered = (page: Page, selector: string) =>
  page
    .locator(selector)
    .last()
    .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))

export const scrollIntoView = (page: Page, selector: string) =>
  page
    .locator(selector)
    .last()
    .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
