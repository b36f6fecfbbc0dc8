/** Access to the teacher's dashboard and the links to it. */
import type { Page } from '@playwright/test'
import { expect, logInAs, test } from './accounts.ts'
import { openPopup, sideMenu } from './screens.ts'

const DASHBOARD = '/teacher-dashboard'
const TABS = [
  { name: 'Playlist table', path: DASHBOARD, title: 'Teacher dashboard · Lectern' },
  { name: 'Add new playlist', path: `${DASHBOARD}/add-playlist`, title: 'Add new playlist · Lectern' },
  { name: 'Courses table', path: `${DASHBOARD}/table-course`, title: 'Courses table · Lectern' },
  { name: 'Add new course', path: `${DASHBOARD}/add-course`, title: 'Add new course · Lectern' },
]

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Teacher dashboard' }).getByRole('link')

test('the container is public, and each screen inside asks for a login; tabs, popup and side menu lead a teacher through the dashboard', async ({
  page,
  prepare,
}) => {
  await test.step('a visitor', async () => {
    await test.step('the server sends the container without a login', async () => {
      const response = await page.request.get(DASHBOARD)
      expect(response.status()).toBe(200)
      const html = await response.text()
      for (const { name } of TABS) expect(html).toContain(name)
    })
    await test.step('the screen inside leads to the login', async () => {
      await page.goto(DASHBOARD)
      await expect(page).toHaveURL('/login')
    })
  })
  const teacher = await prepare.member('Teacher')
  await logInAs(page, teacher)
  await test.step('tabs', async () => {
    await page.goto(DASHBOARD)
    await expect(page.getByRole('heading', { name: 'Teacher dashboard', level: 1 })).toBeVisible()
    await expect(tabs(page)).toHaveText([...TABS.map(({ name }) => name), 'Analytics', 'Trash'])
    for (const { name, path, title } of [...TABS.slice(1), ...TABS.slice(0, 1)]) {
      await tabs(page).filter({ hasText: name }).click()
      await expect(page).toHaveURL(path)
      await expect(page).toHaveTitle(title)
      await expect(
        page.getByRole('navigation', { name: 'Teacher dashboard' }).locator('[aria-current]'),
      ).toHaveText(name)
    }
  })
  await test.step('popup and side menu', async () => {
    await page.goto('/')

    await test.step('the popup names them and has Dashboard instead of View Profile', async () => {
      const popup = await openPopup(page)
      await expect(popup).toContainText(teacher.name)
      await expect(popup.getByText('Teacher', { exact: true })).toBeVisible()
      await expect(popup.getByRole('button', { name: 'Log Out' })).toBeVisible()
      await expect(popup.getByRole('link')).toHaveText(['Dashboard', 'My learning'])
      await popup.getByRole('link', { name: 'Dashboard' }).click()
      await expect(page).toHaveURL(DASHBOARD)
      await expect(popup).toBeHidden()
    })
    await test.step('the side menu has Dashboard and Profile', async () => {
      const menu = sideMenu(page)
      await expect(menu.getByText(teacher.name)).toBeVisible()
      await expect(menu.getByRole('link', { name: 'View Profile' })).toHaveCount(0)
      await expect(menu.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(0)
      await expect(menu.getByRole('link', { name: 'Dashboard', exact: true })).toHaveAttribute(
        'href',
        DASHBOARD,
      )
      await menu.getByRole('link', { name: 'Profile', exact: true }).click()
      await expect(page).toHaveURL(`/profile/${teacher.id}`)
    })
    await test.step('the profile is their own', async () => {
      await expect(page).toHaveTitle(`${teacher.name} · Lectern`)
      await expect(page.getByRole('heading', { name: teacher.name, level: 1 })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(teacher.email)
      await page.getByRole('link', { name: 'Update Profile' }).click()
      await expect(page).toHaveURL(`/update-user/${teacher.id}`)
    })
  })
})

test('a student and an admin who do not teach get a message instead of the form', async ({
  page,
  prepare,
}) => {
  for (const member of [await prepare.member('Student'), await prepare.admin()]) {
    await logInAs(page, member)
    await page.goto(`${DASHBOARD}/add-playlist`)
    await expect(page.getByRole('heading', { name: 'Only a teacher can do this.' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('form')).toHaveCount(0)
  }
  await page.getByRole('main').getByRole('link', { name: 'Update Profile' }).click()
  await expect(page).toHaveURL(/\/update-user\//)
})
