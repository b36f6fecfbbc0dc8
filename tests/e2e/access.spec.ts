import type { Page } from '@playwright/test'
import { type DemoRole, test } from './demo.ts'
import { beSound, HEIGHT, loseNothing, openWhole, ROLES } from './screen-checks.ts'
import { expect } from './site.ts'

/**
 * Every screen of `web/app/routes.tsx` for every role that may see it, and states that have an address. `{playlist}` and
 * `{course}` stand for the teacher's newest, `{me}` for the user.
 */
const SCREENS: Record<DemoRole, readonly string[]> = {
  visitor: [
    '/',
    '/about',
    '/courses',
    '/teachers',
    '/contact',
    '/playlist-details/{playlist}',
    '/teacher-profile/{teacher}',
    '/course-search?q=calculus',
    '/course-search?q=zzzz',
    '/reset-password',
    '/api/docs',
    '/register',
    '/login',
    '/nowhere',
  ],
  Student: [
    '/',
    '/teachers',
    '/playlist-details/{playlist}',
    '/profile/{me}',
    '/profile/{teacher}',
    '/update-user/{me}',
    '/account/security',
    '/account/groups',
    '/watch-video/{playlist}/{course}',
    '/user-saved-playlist/{me}',
    '/user-saved-playlist/{teacher}',
    '/teacher-dashboard',
  ],
  Teacher: [
    '/profile/{me}',
    '/teacher-dashboard',
    '/teacher-dashboard/add-playlist',
    '/teacher-dashboard/add-course',
    '/teacher-dashboard/table-course',
    '/teacher-dashboard/table-course?playlist={playlist}',
    '/teacher-dashboard/edit-playlist/{playlist}',
    '/teacher-dashboard/edit-course/{playlist}/{course}',
    '/teacher-dashboard/edit-course/{playlist}/nowhere',
    '/teacher-dashboard/analytics',
    '/teacher-dashboard/analytics/{playlist}',
    '/teacher-dashboard/analytics/{playlist}/{course}',
  ],
  Admin: [
    '/admin',
    '/admin?status=cancel&q=zzzz',
    '/admin/courses-admin',
    '/admin/teachers',
    '/admin/students',
    '/admin/other',
    '/admin/category',
    '/admin/groups',
    '/admin/playlist-view/{playlist}',
    '/admin/course-view/{playlist}/{course}',
  ],
}
/** One test opens many screens, perhaps on a busy machine. */
test.describe.configure({ timeout: 400_000 })

/** Replaces the placeholders by ids of the demo content, the same in every test of a role. */
async function addressesOf(page: Page, role: DemoRole): Promise<string[]> {
  const { playlists } = await (await page.request.get('/api/playlists?limit=50&q=')).json()
  const { users } = await (await page.request.get('/api/users/profile?role=Teacher&q=Marta')).json()
  const [teacher] = users
  const own = playlists.find((each: { teacher: { _id: string } }) => each.teacher._id === teacher._id)
  const me: string = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}')._id)
  return SCREENS[role].map((path) =>
    path
      .replace('{playlist}', own._id)
      .replace('{course}', own.courses[0]._id)
      .replace('{teacher}', teacher._id)
      .replace('{me}', me),
  )
}

/** Opens each screen once and checks it in every way. Axe runs once per theme, wide in one and narrow in the other. */
async function lookAt(page: Page, path: string): Promise<void> {
  await beSound(page, `${path} at 1440 px`)
  const toggle = page.getByRole('button', { name: 'Dark mode' })
  const isDark = (await toggle.getAttribute('aria-pressed')) === 'true'
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', String(!isDark))
  await page.setViewportSize({ width: 390, height: HEIGHT })
  await beSound(page, `${path} at 390 px in the other theme`)
  // 1280 px at 400 % are 320 px.
  await page.setViewportSize({ width: 320, height: HEIGHT })
  await loseNothing(page, `${path} at 320 px`)
  await setLetters(page, '200%')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: HEIGHT })
    await loseNothing(page, `${path} at ${width} px with letters twice as large`)
  }
}

/** A setting of the browser, which the content policy does not block as it does a style element. */
const setLetters = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`html { font-size: ${fontSize} }`)
    document.adoptedStyleSheets = [sheet]
  }, size)

/** Two screens of each role that show most components. */
const SAMPLE: Record<DemoRole, RegExp> = {
  visitor: /^\/$|^\/courses|^\/playlist-details|^\/login/,
  Student: /^\/watch-video|^\/update-user/,
  Teacher: /add-course|table-course\?/,
  Admin: /^\/admin$|playlist-view/,
}

/** Buttons without an outline and focused elements without a ring in forced colours. */
const unseen = (page: Page) =>
  page.evaluate(() => {
    const seen = (element: Element) => element.getClientRects().length > 0
    const words = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent}`
    return (
      [...document.querySelectorAll<HTMLElement>('main button, main input, main select, main textarea')]
        .filter((element) => seen(element) && !element.closest('[inert], .sr'))
        // The browser draws radios and checkboxes itself, or their labels show the choice.
        .filter((element) => !element.matches('.sr, [type="radio"], [type="checkbox"]'))
        .filter((element) => {
          const { borderTopStyle, borderTopWidth } = getComputedStyle(element)
          const bordered = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1
          const hasIcon = element.querySelector('svg') !== null || element.closest('th') !== null
          return !(bordered || hasIcon)
        })
        .map(words)
    )
  })

/** Presses Tab through a screen; returns the elements that got the focus without showing it. */
async function withoutRing(page: Page): Promise<string[]> {
  const missing: string[] = []
  for (let stop = 0; stop < 14; stop++) {
    await page.keyboard.press('Tab')
    const bare = await page.evaluate(() => {
      const ringed = (element: Element | null): boolean => {
        if (element === null || element === document.body) return false
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return (
          (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || ringed(element.parentElement)
        )
      }
      const { activeElement } = document
      const neighbour = activeElement?.nextElementSibling ?? null
      return activeElement === document.body || ringed(activeElement) || ringed(neighbour)
        ? undefined
        : `${activeElement?.tagName} ${activeElement?.getAttribute('aria-label') ?? activeElement?.textContent}`
    })
    if (bare !== undefined) missing.push(bare)
  }
  return missing
}

/** Opens a screen in a system's own colours. */
async function openInForcedColours(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  await openWhole(page, path)
  expect.soft(await unseen(page), `${path}: nothing shows where these are`).toEqual([])
  expect.soft(await withoutRing(page), `${path}: no ring`).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

for (const role of ROLES) {
  test(`every screen of a ${role} passes: axe, both themes, wide and narrow, 400 % zoom, large letters, forced colours`, async ({
    page,
    logInAs,
    allowConsole,
  }) => {
    // The not-found screens request missing resources.
    allowConsole(/status of 40[04]/)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await logInAs(page, role)
    await page.goto('/contact')
    for (const path of await addressesOf(page, role)) {
      await page.setViewportSize({ width: 1440, height: HEIGHT })
      await (SAMPLE[role].test(path) ? openInForcedColours(page, path) : openWhole(page, path))
      await lookAt(page, path)
    }
  })
}
