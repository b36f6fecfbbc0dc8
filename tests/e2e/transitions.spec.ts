import type { Page } from '@playwright/test'
import { expect, test } from './accounts.ts'
import { heading, sideMenu, visit } from './screens.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Counts the view transitions that the page starts. */
async function countFades(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const begin = document.startViewTransition.bind(document)
    let requested = 0
    Reflect.set(window, 'fadesAsked', () => requested)
    document.startViewTransition = (...input) => {
      requested += 1
      return begin(...input)
    }
  })
  return () => page.evaluate(() => Reflect.get(window, 'fadesAsked')())
}

test('one screen fades into the next; the focus and the scroll position are those of any change of screen', async ({
  page,
}) => {
  const fades = await countFades(page)
  await page.setViewportSize({ width: 1440, height: 400 })
  await visit(page, '/contact')
  await page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }))
  await sideMenu(page).getByRole('link', { name: 'About' }).click()
  await expect(heading(page, 'Why choose us?')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  expect(await fades()).toBe(1)
  await page.goBack()
  await expect(heading(page, 'Contact Us')).toBeVisible()
})

test('with reduced motion the next screen and the other theme are there at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const begin = document.startViewTransition.bind(document)
    document.startViewTransition = (...input) => {
      const transition = begin(...input)
      const fading = ({ effect }: Animation) =>
        effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition')
      const animations = transition.ready.then(() => document.getAnimations().filter(fading).length)
      Reflect.set(window, 'animations', animations)
      return transition
    }
  })
  await visit(page, '/contact')
  await page.setViewportSize({ width: 1440, height: 900 })
  await sideMenu(page).getByRole('link', { name: 'About' }).click()
  await expect(heading(page, 'Why choose us?')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'animations'))).toBe(0)
  await test.step('the theme, down to the innermost text', async () => {
    await visit(page, '/courses')
    const moving = await page
      .getByRole('button', { name: 'Dark mode' })
      .evaluate(async (button: HTMLButtonElement) => {
        const before = document.getAnimations().length
        const changed = new Promise((resolve) => {
          new MutationObserver(resolve).observe(document.documentElement, { attributeFilter: ['data-theme'] })
        })
        button.click()
        await changed
        return document.getAnimations().length - before
      })
    expect(moving).toBe(0)
  })
})
