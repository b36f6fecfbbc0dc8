/** On a phone every control is large enough for a finger (WCAG 2.5.5). */
import type { Page } from '@playwright/test'
import { expect, logInAs, test } from './accounts.ts'
import { visit } from './screens.ts'
import { pressPlay, watchPath } from './watching.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** The visible controls that are smaller than 44 by 44 px. Links in a sentence are as high as its lines. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const LEAST = 44
    const controls = 'a[href], button, select, textarea, summary, input:not([type="hidden"]), [role="switch"]'
    const isInText = (element: Element) =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim()
    /** A label and a pseudo-element that covers a card take the press, too. */
    const targetOf = (element: Element): Element => {
      const label = element instanceof HTMLInputElement && /radio|checkbox|file/.test(element.type)
      const covers = ['::after', '::before'].some(
        (pseudo) => getComputedStyle(element, pseudo).position === 'absolute',
      )
      if (label) return element.closest('label') ?? element
      return covers && element instanceof HTMLElement ? (element.offsetParent ?? element) : element
    }
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
    }
    return Array.from(document.querySelectorAll(controls))
      .filter((element) => !isInText(element) && isShown(element) && element.closest('[inert]') === null)
      .flatMap((element) => {
        const { width, height } = targetOf(element).getBoundingClientRect()
        if (Math.ceil(width) >= LEAST && Math.ceil(height) >= LEAST) return []
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
        return [`${element.localName} “${name}” ${Math.round(width)} x ${Math.round(height)}`]
      })
  })

test('every control of the public screens is at least 44 px wide and high', async ({ page, prepare }) => {
  const { id, teacher } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}, {}] })
  for (const path of [
    '/',
    '/about',
    '/courses',
    '/teachers',
    '/contact',
    '/login',
    '/register',
    '/course-search?q=Playlist',
    `/playlist-details/${id}`,
    `/teacher-profile/${teacher.id}`,
  ]) {
    await visit(page, path)
    expect.soft(await smallTargets(page), path).toEqual([])
  }
})

test('every control of a student’s screens is at least 44 px wide and high; at 320 px those of a video stand in two rows', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}, {}] })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await test.step('44 px', async () => {
    for (const path of ['/learning', '/notifications', `/profile/${student.id}`, '/account/notifications']) {
      await visit(page, path)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      expect.soft(await smallTargets(page), path).toEqual([])
    }
    const [course] = published.courses
    if (course) await prepare.comment(student, course, 'At 0:12 it becomes clear.')
    await visit(page, watchPath(published))
    await pressPlay(page)
    for (const tab of ['About', 'Notes', 'Comments']) {
      await page.getByRole('tab', { name: tab }).click()
      expect.soft(await smallTargets(page), tab).toEqual([])
    }
  })
  await test.step('320 px', async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    await visit(page, watchPath(published, 1))
    const top = async (name: string | RegExp) => {
      const box = await page.getByRole('main').getByRole('button', { name }).boundingBox()
      return Math.round((box?.y ?? Number.NaN) + (box?.height ?? 0) / 2)
    }
    for (const names of [
      ['Play', 'Captions', 'Full screen', 'More controls'],
      ['Like', 'Mark as done', 'Share', /^More: /],
    ]) {
      const tops: number[] = []
      for (const name of names)
        tops.push(await top(typeof name === 'string' ? new RegExp(`^${name}$`) : name))
      expect(new Set(tops).size, `${names}: ${tops}`).toBe(1)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.getByRole('tab', { name: 'Transcript' }).click()
    await expect(page.getByRole('heading', { name: 'Transcript', level: 2 })).toBeAttached()
  })
})
