import type { Page } from '@playwright/test'

/** Whether something is drawn; what a style sheet leaves out until it is near is not. */
export const isDrawn = (page: Page, selector: string) =>
  page
    .locator(selector)
    .last()
    .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))

export const bring = (page: Page, selector: string) =>
  page
    .locator(selector)
    .last()
    .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))

/** What has the focus is drawn wherever it is, and reading on puts the focus there. */
export const lookElsewhere = (page: Page) =>
  page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
