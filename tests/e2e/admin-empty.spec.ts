/** The admin's screens of a new site without content (specification sections 2 and 8). */
import type { Page } from '@playwright/test'
import { toast } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'

test.use({ site: 'as its admin finds it' })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const item = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
const dialog = (page: Page) => page.getByRole('alertdialog')

test('every table says that there is nothing yet', async ({ page, prepare }) => {
  const admin = await prepare.admin()
  await logInAs(page, admin)
  for (const [path, message] of [
    ['/admin', 'No playlists yet!'],
    ['/admin/courses-admin', 'No Courses yet'],
    ['/admin/teachers', 'No teachers yet!'],
    ['/admin/other', 'No users yet!'],
  ] as const) {
    await page.goto(path)
    await expect(heading(page, message)).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
  }
  await test.step('the only student is the admin; without them there is none', async () => {
    await page.goto('/admin/students')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row').nth(1)).toContainText(admin.email)
    const params = { userId: admin.id }
    await admin.call('users.update', { params, body: { role: 'Other', profession: 'Archivist' } })
    await page.reload()
    await expect(heading(page, 'No students yet!')).toBeVisible()
    await admin.call('users.update', { params, body: { role: 'Student' } })
  })
})

test('categories are all there at first; without any the list says so', async ({ page, prepare }) => {
  const admin = await prepare.admin()
  const { categories } = await admin.call('categories.list')
  const [last, ...others] = categories
  if (!last) throw new Error('A new site has categories')
  await logInAs(page, admin)
  await page.goto('/admin/category')
  for (const { title, createdAt } of categories) {
    await expect(item(page, title)).toContainText('0 playlists')
    await expect(item(page, title)).toContainText(createdAt.slice(0, 10))
  }
  for (const { _id } of others) await admin.call('categories.remove', { params: { categoryId: _id } })
  await page.reload()
  await page.getByRole('button', { name: `Delete ${last.title}` }).click()
  await dialog(page).getByRole('button', { name: 'Delete category' }).click()
  await expect(toast(page, 'Category deleted.')).toBeVisible()
  await expect(heading(page, 'No categories yet!')).toBeVisible()
  await expect(heading(page, 'Categories')).toBeFocused()
  for (const { title } of categories) await admin.call('categories.create', { body: { title } })
})
