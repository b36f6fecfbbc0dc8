/** Access to the admin area. */
import type { Page } from '@playwright/test'
import { expect, logInAs, test } from './accounts.ts'
import { multiply } from './copy-rows.ts'
import { openPopup, sideMenu } from './screens.ts'

const NOBODYS_ID = 'a'.repeat(24)
const TABS = [
  { name: 'Playlists', path: '/admin', title: 'Admin playlists · Lectern', heading: 'Playlists' },
  { name: 'Courses', path: '/admin/courses-admin', title: 'Admin courses · Lectern', heading: 'Courses' },
  { name: 'Teachers', path: '/admin/teachers', title: 'Admin teachers · Lectern', heading: 'Teachers' },
  { name: 'Students', path: '/admin/students', title: 'Admin students · Lectern', heading: 'Students' },
  { name: 'Other', path: '/admin/other', title: 'Admin other users · Lectern', heading: 'Other users' },
  { name: 'Categories', path: '/admin/category', title: 'Admin categories · Lectern', heading: 'Categories' },
]
/** The second row. */
const NEWER_TABS = ['Overview', 'Review desk', 'Reports', 'People', 'Groups', 'Settings', 'Audit']

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Admin' })

/** web/app/guards.test.ts has every address and role. */
test('a teacher is sent home from the admin area, which asks the server for nothing', async ({
  page,
  prepare,
}) => {
  const requested: string[] = []
  await logInAs(page, await prepare.member('Teacher'))
  page.on('request', (request) => requested.push(request.url()))
  for (const path of ['/admin', '/admin/category', `/admin/playlist-view/${NOBODYS_ID}`]) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { name: 'Quick options' })).toBeVisible()
    })
  }
  expect(
    requested.filter((address) =>
      /status=(?!approved)|role=|\/api\/(courses|review\b(?!\/waiting)|audit)/.test(address),
    ),
  ).toEqual([])
})

test('six tabs lead an admin through the area; side menu and popup lead there and to their profile', async ({
  page,
  prepare,
}) => {
  const admin = await prepare.admin()
  await logInAs(page, admin)
  await test.step('tabs', async () => {
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible()
    await expect(tabs(page).getByRole('link')).toHaveText([...TABS.map(({ name }) => name), ...NEWER_TABS])
    for (const { name, path, title, heading } of [...TABS.slice(1), ...TABS.slice(0, 1)]) {
      await tabs(page).getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
      await expect(page).toHaveTitle(title)
      await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible()
      await expect(tabs(page).locator('[aria-current="page"]')).toHaveText(name)
    }
  })
  await test.step('menus', async () => {
    await page.goto('/')
    await test.step('the side menu has Admin Dashboard and Profile', async () => {
      await expect(sideMenu(page).getByText('Admin', { exact: true })).toBeVisible()
      await expect(sideMenu(page).getByRole('link', { name: 'View Profile' })).toHaveCount(0)
      await sideMenu(page).getByRole('link', { name: 'Admin Dashboard' }).click()
      await expect(page).toHaveURL('/admin')
      await sideMenu(page).getByRole('link', { name: 'Profile', exact: true }).click()
      await expect(page).toHaveURL(`/profile/${admin.id}`)
      await expect(page.getByRole('link', { name: 'Update Profile' })).toBeVisible()
    })
    await test.step('the popup of an admin who does not teach has View Profile', async () => {
      const popup = await openPopup(page)
      await expect(popup.getByRole('link')).toHaveText(['View Profile', 'My learning'])
      await expect(popup.getByRole('link', { name: 'View Profile' })).toHaveAttribute(
        'href',
        `/profile/${admin.id}`,
      )
      await expect(popup.getByRole('button', { name: 'Log Out' })).toBeVisible()
    })
  })
})

test('an admin who teaches has the ways of both', async ({ page, prepare, app }) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}] })
  multiply(app, ({ change }) => change('users', teacher.id, { is_admin: 1 }))
  await logInAs(page, await prepare.login(teacher))
  await page.goto('/')

  await test.step('the popup leads to the dashboard of a teacher, the side menu to both', async () => {
    const popup = await openPopup(page)
    await expect(popup.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/teacher-dashboard')
    await page.keyboard.press('Escape')
    await expect(sideMenu(page).getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
    await expect(page.getByRole('heading', { name: /become a tutor/i })).toHaveCount(0)
  })
  await test.step('their own playlist, as a teacher', async () => {
    await page.goto('/teacher-dashboard')
    await expect(page.getByRole('row').filter({ hasText: published.title })).toBeVisible()
  })
  await test.step('and as an admin', async () => {
    await page.goto(`/admin/playlist-view/${published.id}`)
    await expect(page.getByRole('heading', { name: published.title })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'approved' })).toBeChecked()
  })
})
