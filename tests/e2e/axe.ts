import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** The rules that another theme may break. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** What axe finds, by these rules or by all: given to a page once, because reading axe takes as long as a look with it. */
export async function violationsIn(page: Page, rules: string[] | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    // The player of a video is somebody else's page.
    const found = await window.axe?.run({
      resultTypes: ['violations'],
      iframes: false,
      ...(runOnly && { runOnly }),
    })
    return found?.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`) ?? ['axe is not there']
  }, rules)
}
