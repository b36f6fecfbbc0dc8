/** Popups, dialogs, menus and movements, with the demo content. */
import type { Locator, Page } from '@playwright/test'
import { setTheme } from './axe.ts'
import { type DemoRole, test } from './demo.ts'
import { beSound, HEIGHT, openWhole, ROLES } from './screen-checks.ts'
import { openPopup } from './screens.ts'
import { expect } from './site.ts'

/** States without an address, such as dialogs and menus. */
const STATES: {
  role: DemoRole
  path: string
  state: string
  reach: (page: Page) => Promise<void>
  /** What shows that the page is in this state. */
  shown: (page: Page) => Locator
}[] = [
  {
    role: 'visitor',
    path: '/',
    state: 'the popup of a visitor',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Profile menu' }).click()
    },
    shown: (page) => page.getByRole('dialog', { name: 'Profile' }),
  },
  {
    role: 'visitor',
    path: '/register',
    state: 'a sign-up that is rejected',
    reach: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
      await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused()
    },
    shown: (page) => page.locator('[aria-invalid="true"]').first(),
  },
  {
    role: 'Student',
    path: '/',
    state: 'the popup',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Profile menu' }).click()
    },
    shown: (page) => page.getByRole('dialog', { name: 'Profile' }),
  },
  {
    role: 'Student',
    path: '/courses',
    state: 'the log-out dialog',
    reach: async (page) => {
      const popup = await openPopup(page)
      await popup.getByRole('button', { name: 'Log Out' }).click()
    },
    shown: (page) => page.getByRole('alertdialog', { name: 'Are you sure?' }),
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
    },
    shown: (page) => page.getByRole('alertdialog', { name: /to the trash\?$/ }),
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
      await expect(page.getByText('notes.pdf')).toBeVisible()
    },
    shown: (page) => page.getByRole('region', { name: 'Notifications' }).getByRole('alert'),
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
    shown: (page) => page.getByRole('textbox', { name: 'Title' }),
  },
  {
    role: 'Admin',
    path: '/api/docs',
    state: 'a call that can be tried',
    reach: async (page) => {
      await page.getByText('/api/comments/{commentId}').first().click()
      await page.getByText('What it answers').locator('visible=true').click()
    },
    shown: (page) => page.locator('pre').locator('visible=true'),
  },
]

for (const role of ROLES) {
  test(`popups and dialogs on the screens of a ${role} pass axe, wide and dark, narrow and light`, async ({
    page,
    logInAs,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await logInAs(page, role)
    for (const { path, state, reach, shown } of STATES.filter((each) => each.role === role)) {
      await page.setViewportSize({ width: 1440, height: HEIGHT })
      await openWhole(page, path)
      await reach(page)
      await expect(shown(page)).toBeVisible()
      await beSound(page, `${state} on ${path} at 1440 px`)
      await page.setViewportSize({ width: 390, height: HEIGHT })
      await setTheme(page, 'light')
      await expect(shown(page)).toBeVisible()
      await beSound(page, `${state} on ${path} at 390 px`)
    }
    if (role === 'Student') await openSideMenuAndSearch(page)
  })
}

/** Opens what only a phone has. */
async function openSideMenuAndSearch(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWhole(page, '/')
  await page.getByRole('button', { name: 'Toggle search' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search courses' })).toBeFocused()
  await beSound(page, 'the search row')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Toggle side menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await beSound(page, 'the side menu')
}

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

test('with reduced motion nothing moves for longer than a blink', async ({ page, logInAs }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openWhole(page, '/courses')
  expect(await longestMovement(page), 'there is something to switch off').toBeGreaterThan(100)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logInAs(page, 'Teacher')
  for (const path of ['/', '/courses', '/teacher-dashboard', '/teacher-dashboard/add-course']) {
    await openWhole(page, path)
    expect(await longestMovement(page), path).toBeLessThanOrEqual(1)
  }
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible()
  expect(await longestMovement(page), 'the popup').toBeLessThanOrEqual(1)
})
