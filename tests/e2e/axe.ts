import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** The rules that depend on the theme. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Runs axe with these rules, or with all. A page loads axe only once, because loading takes as long as a run. */
export async function violationsIn(page: Page, rules: string[] | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    // The video player is a page of another site.
    const results = await window.axe?.run({
      resultTypes: ['violations'],
      iframes: false,
      ...(runOnly && { runOnly }),
    })
    return results?.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`) ?? ['axe is not there']
  }, rules)
}

/** Changes the theme of an open page, so that a state need not be reached again for the other theme. */
export const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
