import type { Page } from '@playwright/test'
import { z } from 'zod'

/** Layout shifts without user input, as the browser counts them (Core Web Vitals, CLS). */
const Shifts = z.array(z.object({ value: z.number(), moved: z.array(z.string()) }))
type Shifts = z.infer<typeof Shifts>

const OBSERVE = `
  window.shiftsSeen = []
  const nameOf = (node) => node instanceof Element ? node.tagName + '.' + node.className + ' ' + node.textContent.slice(0, 30) : String(node?.nodeName)
  const boxOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(',')
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const moved = sources.map(({ node, previousRect, currentRect }) => nameOf(node) + ' ' + boxOf(previousRect) + ' -> ' + boxOf(currentRect))
      if (!hadRecentInput) window.shiftsSeen.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Records the layout shifts of every document that this page loads from now on. */
export const watchShifts = (page: Page) => page.addInitScript({ content: OBSERVE })

/** All layout shifts since the document loaded, once its images and fonts are there and two frames are painted. */
export async function shiftsOf(page: Page): Promise<Shifts> {
  await page.locator('html[data-fonts]').waitFor()
  await page.evaluate(async () => {
    await document.fonts.ready
    const visible = [...document.images].filter(
      (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    )
    await Promise.all(visible.map((image) => image.decode().catch(() => {})))
    for (let frame = 0; frame < 2; frame += 1) {
      const { promise, resolve } = Promise.withResolvers<number>()
      requestAnimationFrame(resolve)
      await promise
    }
  })
  return Shifts.parse(await page.evaluate('window.shiftsSeen'))
}

export const totalOf = (shifts: Shifts) => shifts.reduce((sum, { value }) => sum + value, 0)
