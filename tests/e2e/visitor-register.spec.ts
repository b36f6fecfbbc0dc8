import type { Locator, Page } from '@playwright/test'
import { pictureFile, toast } from './account-forms.ts'
import { expect, test, unique } from './accounts.ts'
import { heading, visit } from './screens.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Register' })

async function fill(within: Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await within.getByLabel(label, { exact: true }).fill(text)
  }
}

test('the server’s rejections stand at their fields or in a toast, and nothing typed is lost', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of (400|409)/)
  const taken = await prepare.member('Student')
  await visit(page, '/register')
  const register = form(page).getByRole('button', { name: 'Register' })
  const password = 'green-apple-tree-9'
  const typed = { Name: 'Ada Lovelace', Email: taken.email.toUpperCase(), Password: password }
  await fill(form(page), { ...typed, 'Confirm password': 'green-apple-tree-8' })
  const photo = form(page).getByLabel('Profile picture')
  await photo.setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(form(page).getByText('Image must be a JPEG, PNG, WebP or GIF file.')).toBeVisible()
  await photo.setInputFiles(await pictureFile('me.jpg', '#2a56c6'))

  await register.click()
  await expect(form(page).getByText('Passwords do not match.', { exact: true })).toBeVisible()
  await fill(form(page), { 'Confirm password': password })
  await register.click()
  await expect(toast(page, 'This email is already registered.')).toBeVisible()
  await fill(form(page), { Password: 'password123', 'Confirm password': 'password123' })
  await register.click()
  await expect(
    form(page).getByText('This password is too common. Choose another one.', { exact: true }),
  ).toBeVisible()
  await expect(form(page).getByLabel('Name')).toHaveValue('Ada Lovelace')
  await expect(form(page).getByText('me.jpg')).toBeVisible()
})

test('a visitor of a video registers without choosing a picture and without typing anything twice, and is back at its second', async ({
  page,
  prepare,
}) => {
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const watching = `/watch-video/${id}/${courses[0]?._id}?t=70`
  const email = `${unique()}@example.org`
  const password = 'green-apple-tree-9'
  await visit(page, watching)
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await expect(form(page).getByRole('radio')).toHaveCount(3)
  await expect(form(page).getByLabel('Profession')).toHaveCount(0)
  await form(page).getByRole('radio', { name: 'Other' }).check()
  await form(page).getByLabel('Profession').fill('Beekeeper')
  await form(page).getByRole('radio', { name: 'Teacher' }).check()
  await expect(form(page).getByLabel('Profession')).toHaveCount(0)
  await form(page).getByRole('radio', { name: 'Other' }).check()
  await expect(form(page).getByLabel('Profession')).toHaveValue('')

  const portrait = form(page).locator('img')
  await expect(form(page).getByText('You can change it later.')).toBeVisible()
  await expect(form(page).getByRole('button', { name: 'Choose a picture' })).toBeVisible()
  const first = await portrait.getAttribute('src')
  await form(page).getByRole('button', { name: 'Another one' }).click()
  await expect(portrait).not.toHaveAttribute('src', first ?? '')
  await form(page).getByLabel('Profession').fill('Glassblower')
  await fill(form(page), {
    Name: 'Ada Lovelace',
    Email: email,
    Password: password,
    'Confirm password': password,
  })
  await form(page).getByRole('button', { name: 'Register' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Your account is ready. You can log in now.')
  await expect(page).toHaveURL('/register')
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await expect(heading(page, 'Welcome back')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeFocused()
  const kept = await page.evaluate(() =>
    JSON.stringify([history.state, { ...localStorage, ...sessionStorage }]),
  )
  expect(kept).not.toContain(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(watching)
  await expect(heading(page, courses[0]?.videoTitle ?? '')).toBeVisible()

  const { user } = await prepare.login({ name: '', email, password, role: 'Other' })
  expect(user).toMatchObject({ role: 'Other', profession: 'Glassblower', username: 'Ada Lovelace' })
  expect(user.profilePhoto).toMatchObject({ url: expect.stringContaining('/media/'), width: 480 })
})

test('a weak password is reported when its field is left, before anything is sent', async ({ page }) => {
  const estimators: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('password-strength')) estimators.push(request.url())
  })
  await visit(page, '/register')
  const password = form(page).getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(
    'At least 8 characters. Not a common password, your name or your email address.',
  )
  await fill(form(page), { Name: 'Ada Lovelace' })
  expect(estimators).toEqual([])
  for (const [typed, message] of [
    ['lectern1', 'This password is too common. Choose another one.'],
    ['AdaLovelace1990!', 'Password must not be your name or your email address.'],
  ] as const) {
    await password.fill(typed)
    await password.press('Tab')
    await expect(password).toHaveAccessibleDescription(message)
  }
  await password.fill('green-apple-tree-9')
  await password.press('Tab')
  await expect(password).not.toHaveAttribute('aria-invalid')
  expect(estimators).toHaveLength(1)
})
