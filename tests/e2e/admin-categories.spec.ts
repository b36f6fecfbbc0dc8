/** An admin adds, renames and deletes categories. */
import type { Page } from '@playwright/test'
import { toast } from './account-forms.ts'
import { expect, logInAs, type Member, test, unique } from './accounts.ts'
import { failCalls } from './failing-call.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const item = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
const dialog = (page: Page) => page.getByRole('alertdialog')

async function openCategories(page: Page, admin: Member): Promise<void> {
  await logInAs(page, admin)
  await page.goto('/admin/category')
  await expect(heading(page, 'Categories')).toBeVisible()
}

test('a category is added, and a title that is taken is rejected', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 409|ERR_INTERNET_DISCONNECTED/)
  const title = `weaving ${unique()}`
  await openCategories(page, await prepare.admin())
  const field = page.getByLabel('New category')
  const add = page.getByRole('button', { name: 'Add Category' })

  await test.step('a value that is too short is reported at the field', async () => {
    await field.fill('x')
    await add.click()
    await expect(field).toHaveAccessibleDescription('Category title must be 2 to 40 characters.')
    await expect(field).toBeFocused()
  })
  await test.step('a lost network keeps the words, and the next try succeeds', async () => {
    await field.fill(title)
    const again = await failCalls(page, 'categories.create', 'lost')
    await add.click()
    await expect(toast(page, 'The connection was lost. Nothing was saved.')).toBeVisible()
    await expect(field).toHaveValue(title)
    await again()
    await add.click()
    await expect(toast(page, 'Category added.')).toBeVisible()
    await expect(item(page, title)).toContainText('0 playlists')
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
  })
  await test.step('the same once more, in capitals', async () => {
    await field.fill(title.toUpperCase())
    await add.click()
    await expect(toast(page, 'This category already exists.')).toBeVisible()
    await expect(field).toHaveValue(title.toUpperCase())
    await expect(item(page, title)).toHaveCount(1)
  })
})

test('a category is renamed in its place, and its playlists show the new title at once', async ({
  page,
  prepare,
  newPerson,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const admin = await prepare.admin()
  const [before, after] = [`before ${unique()}`, `after ${unique()}`]
  await admin.call('categories.create', { body: { title: before } })
  const { id } = await prepare.publish(await prepare.member('Teacher'), { category: before })
  const visitor = await newPerson()
  await visitor.goto(`/playlist-details/${id}`)
  await expect(visitor.getByText(before, { exact: true })).toBeVisible()
  await openCategories(page, admin)
  await expect(item(page, before)).toContainText('1 playlist')

  await test.step('Escape, which asks first, and Cancel leave it as it is', async () => {
    for (const leave of [
      async () => {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Discard' }).click()
      },
      () => page.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await page.getByRole('button', { name: `Edit ${before}` }).click()
      const form = page.getByRole('form', { name: `Edit ${before}` })
      await expect(form.getByLabel('Title')).toBeFocused()
      await form.getByLabel('Title').fill('thrown away')
      await leave()
      await expect(form).toHaveCount(0)
      await expect(page.getByRole('button', { name: `Edit ${before}` })).toBeFocused()
    }
  })
  await test.step('a title that is taken is rejected, another one is kept', async () => {
    await page.getByRole('button', { name: `Edit ${before}` }).click()
    const form = page.getByRole('form', { name: `Edit ${before}` })
    await form.getByLabel('Title').fill('Music')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'This category already exists.')).toBeVisible()
    await form.getByLabel('Title').fill(after)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Category renamed.')).toBeVisible()
    await expect(item(page, after)).toContainText('1 playlist')
    await expect(item(page, before)).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Edit ${after}` })).toBeFocused()
  })
  await visitor.reload()
  await expect(visitor.getByText(after, { exact: true })).toBeVisible()
})

test('a category in use is not deleted, and says how many playlists use it', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const admin = await prepare.admin()
  const teacher = await prepare.member('Teacher')
  const title = `glazing ${unique()}`
  await admin.call('categories.create', { body: { title } })
  const first = await prepare.publish(teacher, { category: title })
  const second = await prepare.publish(teacher, { category: title, status: 'pending' })
  await openCategories(page, admin)
  const button = page.getByRole('button', { name: `Delete ${title}` })
  const expectRejection = async (message: string) => {
    await button.click()
    await dialog(page).getByRole('button', { name: 'Delete category' }).click()
    await expect(toast(page, message)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  // What is in the trash still uses its category.
  const remove = async ({ id }: { id: string }) => {
    await teacher.call('playlists.remove', { params: { playlistId: id, teacherId: teacher.id } })
    await teacher.call('trash.empty')
  }

  await test.step('the dialog names it, and Cancel and Escape keep it', async () => {
    for (const leave of ['Enter', 'Escape']) {
      await button.click()
      await expect(dialog(page)).toHaveAccessibleName(`Delete “${title}”?`)
      await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
      await page.keyboard.press(leave)
      await expect(dialog(page)).toHaveCount(0)
      await expect(button).toBeFocused()
    }
  })
  await test.step('two, one, none', async () => {
    await expectRejection('This category is used by 2 playlists.')
    await remove(first)
    await expectRejection('This category is used by 1 playlist.')
    await remove(second)
    await button.click()
    await dialog(page).getByRole('button', { name: 'Delete category' }).click()
    await expect(item(page, title)).toHaveCount(0)
  })
})
