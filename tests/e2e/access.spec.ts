import type { Page } from '@playwright/test'
import { violationsIn } from './axe.ts'
import { type DemoRole, test } from './demo.ts'
import { openPopup, visit } from './screens.ts'
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
  ],
  Admin: [
    '/admin',
    '/admin?status=cancel&q=zzzz',
    '/admin/courses-admin',
    '/admin/teachers',
    '/admin/students',
    '/admin/other',
    '/admin/category',
    '/admin/playlist-view/{playlist}',
    '/admin/course-view/{playlist}/{course}',
  ],
}
const ROLES: readonly DemoRole[] = ['visitor', 'Student', 'Teacher', 'Admin']

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

/** Opens a screen and waits until it is complete. */
async function open(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Expects no finding of axe and no element that makes the page wider than the window. */
async function beSound(page: Page, where: string): Promise<void> {
  expect.soft(await violationsIn(page, undefined), where).toEqual([])
  await loseNothing(page, where)
}

/** Expects that the page does not scroll sideways, and that no control or heading overflows the window or its box. */
async function loseNothing(page: Page, where: string): Promise<void> {
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

const HEIGHT = 900

/** Opens each screen once and checks it in every way. Axe runs once per theme, wide in one and narrow in the other. */
async function lookAt(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: HEIGHT })
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

for (const role of ROLES) {
  test(`every screen of a ${role} passes: axe, both themes, wide and narrow, 400 % zoom, large letters`, async ({
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
      await open(page, path)
      await lookAt(page, path)
    }
  })
}

/** States without an address, such as dialogs and menus. */
const STATES: { role: DemoRole; path: string; state: string; reach: (page: Page) => Promise<void> }[] = [
  {
    role: 'visitor',
    path: '/',
    state: 'the popup of a visitor',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Profile menu' }).click()
      await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible()
    },
  },
  {
    role: 'visitor',
    path: '/register',
    state: 'a sign-up that is rejected',
    reach: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
      await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused()
    },
  },
  {
    role: 'Student',
    path: '/',
    state: 'the popup',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Profile menu' }).click()
      await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible()
    },
  },
  {
    role: 'Student',
    path: '/courses',
    state: 'the log-out dialog',
    reach: async (page) => {
      const popup = await openPopup(page)
      await popup.getByRole('button', { name: 'Log Out' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Are you sure?' })).toBeVisible()
    },
  },
  {
    role: 'Teacher',
    path: '/teacher-dashboard',
    state: 'the dialog before a playlist goes',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click()
      await expect(page.getByRole('alertdialog', { name: /^Delete / })).toBeVisible()
    },
  },
  {
    role: 'Teacher',
    path: '/teacher-dashboard/add-course',
    state: 'a course that is rejected, with its toast',
    reach: async (page) => {
      await page
        .getByLabel('Video image')
        .setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
      await page.getByRole('button', { name: 'Add Course' }).click()
      await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toBeVisible()
      await expect(page.getByText('notes.pdf')).toBeVisible()
    },
  },
  {
    role: 'Admin',
    path: '/admin/category',
    state: 'a category that is renamed',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
      await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    },
  },
  {
    role: 'Admin',
    path: '/api/docs',
    state: 'a call that can be tried',
    reach: async (page) => {
      await page.getByText('/api/comments/{commentId}').first().click()
      await page.getByText('What it answers').locator('visible=true').click()
      await expect(page.locator('pre').locator('visible=true')).toBeVisible()
    },
  },
]

for (const role of ROLES) {
  test(`popups and dialogs on the screens of a ${role} pass axe, wide and dark, narrow and light`, async ({
    page,
    logInAs,
  }) => {
    await logInAs(page, role)
    for (const { width, theme } of [
      { width: 1440, theme: 'dark' },
      { width: 390, theme: 'light' },
    ] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: HEIGHT })
      for (const { path, state, reach } of STATES.filter((each) => each.role === role)) {
        await open(page, path)
        await reach(page)
        await beSound(page, `${state} on ${path} at ${width} px`)
      }
    }
  })
}

test('the open side menu and search row of a phone pass axe', async ({ page, logInAs }) => {
  await logInAs(page, 'Student')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  await page.getByRole('button', { name: 'Toggle search' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search courses' })).toBeFocused()
  await beSound(page, 'the search row')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Toggle side menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await beSound(page, 'the side menu')
})

/** The longest transition or animation on the page, in milliseconds. */
const longestMovement = (page: Page) =>
  page.evaluate(() => {
    const times = (text: string) =>
      text.split(',').map((time) => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000))
    return Math.max(
      ...[...document.querySelectorAll('*')].flatMap((element) =>
        ['', '::before', '::after'].flatMap((part) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element, part)
          return [...times(transitionDuration), ...times(animationDuration)]
        }),
      ),
    )
  })

/** Two screens of each role that show most components. */
const SAMPLE: Record<DemoRole, RegExp> = {
  visitor: /^\/$|^\/courses|^\/playlist-details|^\/login/,
  Student: /^\/watch-video|^\/update-user/,
  Teacher: /add-course|table-course\?/,
  Admin: /^\/admin$|playlist-view/,
}

test('with reduced motion nothing moves for longer than a blink', async ({ page, logInAs }) => {
  await open(page, '/courses')
  expect(await longestMovement(page), 'there is something to switch off').toBeGreaterThan(100)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logInAs(page, 'Teacher')
  for (const path of ['/', '/courses', '/teacher-dashboard', '/teacher-dashboard/add-course']) {
    await open(page, path)
    expect(await longestMovement(page), path).toBeLessThanOrEqual(1)
  }
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible()
  expect(await longestMovement(page), 'the popup').toBeLessThanOrEqual(1)
})

/** Buttons without an outline and focused elements without a ring in forced colours. */
const unseen = (page: Page) =>
  page.evaluate(() => {
    const seen = (element: Element) => element.getClientRects().length > 0
    const words = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent}`
    return (
      [...document.querySelectorAll<HTMLElement>('main button, main input, main select, main textarea')]
        .filter((element) => seen(element) && !element.closest('[inert], .sr'))
        // The browser draws radios itself, or their labels show the choice.
        .filter((element) => !element.matches('.sr, [type="radio"]'))
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

for (const role of ROLES) {
  test(`a ${role} sees buttons, fields and the focus in a system's own colours`, async ({
    page,
    logInAs,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await logInAs(page, role)
    await page.goto('/contact')
    for (const path of (await addressesOf(page, role)).filter((each) => SAMPLE[role].test(each))) {
      await open(page, path)
      expect.soft(await unseen(page), `${path}: nothing shows where these are`).toEqual([])
      expect.soft(await withoutRing(page), `${path}: no ring`).toEqual([])
    }
  })
}
