import { logIn, toast } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'
import { heading, main, visit } from './screens.ts'

const NOBODY = '0123456789abcdef01234567'

/** web/app/guards.test.ts has the guard of every address. */
test('a visitor is led to the login from screens that need one', async ({ page, prepare }) => {
  const { id } = await prepare.member('Student')
  for (const path of [`/profile/${id}`, '/teacher-dashboard/add-playlist', '/learning']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
  }
})

test('a newer admin screen sends a visitor to the login and opens after it', async ({ page, prepare }) => {
  const admin = await prepare.admin()
  await page.goto('/admin/review')
  await expect(main(page).getByText('Log in as an admin.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await logIn(page, admin)
  await expect(page).toHaveURL(/^[^?]+\/admin\/review/)
})

test('a student is led home from the admin’s screens, and from the login and the sign-up', async ({
  page,
  prepare,
}) => {
  await logInAs(page, await prepare.member('Student'))
  for (const path of ['/login', '/register', '/admin', `/admin/playlist-view/${NOBODY}`]) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
})

test('after the login a person is on the screen that asked for it', async ({ page, prepare }) => {
  const student = await prepare.member('Student')
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const watching = `/watch-video/${id}/${courses[0]?._id}`
  await visit(page, `/playlist-details/${id}`)
  await page.locator('#courses-section').getByRole('link').click()
  await expect(page).toHaveURL('/login')
  await main(page).getByRole('link', { name: 'Create an account' }).click()
  await main(page).getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, student)
  await expect(page).toHaveURL(watching)
  await expect(heading(page, courses[0]?.videoTitle ?? '')).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL('/login')
})

test('the account opens with its first tab, and an admin is let in where a student is not', async ({
  page,
  prepare,
}) => {
  await logInAs(page, await prepare.admin())
  await page.goto('/account')
  await expect(page).toHaveURL('/account/security')
  await page.goto('/admin/category')
  await expect(page).toHaveURL('/admin/category')
  await expect(main(page).getByRole('heading').first()).toBeVisible()
})

test('a login that fails says so, keeps what was typed and can be tried again', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const student = await prepare.member('Student')
  await visit(page, '/login')
  const form = page.getByRole('form', { name: 'Login' })
  const submit = form.getByRole('button', { name: 'Login' })
  await submit.click()
  await expect(form.getByText('Enter your email address.')).toBeVisible()
  await expect(form.getByText('Enter your password.')).toBeVisible()
  await expect(form.getByLabel('Email')).toBeFocused()

  await form.getByLabel('Email').fill(student.email)
  await form.getByLabel('Password', { exact: true }).fill('not-that-one')
  await submit.click()
  await expect(toast(page, 'Invalid email or password.')).toBeVisible()
  await expect(form.getByLabel('Email')).toHaveValue(student.email)
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue('not-that-one')
  expect(await page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull()

  await form.getByLabel('Password', { exact: true }).fill(student.password)
  await submit.click()
  await expect(page).toHaveURL('/')
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}'))
  expect(stored).toMatchObject({ _id: student.id, username: student.name, role: 'Student', isAdmin: false })
  expect(stored.token).toEqual(expect.any(String))
})
