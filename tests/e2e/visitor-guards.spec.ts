import { logIn, toast } from './account-forms.ts'
import { expect, test } from './accounts.ts'
import { heading, main, visit } from './screens.ts'

const NOBODY = '0123456789abcdef01234567'

/** web/app/guards.test.ts has the guard of every address. */
test('a visitor is led to the login from screens that need one; an admin is let in where a student is not', async ({
  page,
  prepare,
}) => {
  const { id } = await prepare.member('Student')
  for (const path of [`/profile/${id}`, '/teacher-dashboard/add-playlist', '/learning']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
  }
  await page.goto('/admin/review')
  await expect(main(page).getByText('Log in as an admin.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await logIn(page, await prepare.admin())
  await expect(page).toHaveURL(/^[^?]+\/admin\/review/)
  await test.step('the account opens with its first tab, and an admin is let in where a student is not', async () => {
    await page.goto('/account')
    await expect(page).toHaveURL('/account/security')
    await page.goto('/admin/category')
    await expect(page).toHaveURL('/admin/category')
    await expect(main(page).getByRole('heading').first()).toBeVisible()
  })
})

test('the login leads to the screen that asked for it, and one that fails keeps what was typed; a student is led home from the admin’s screens', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  const student = await prepare.member('Student')
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const watching = `/watch-video/${id}/${courses[0]?._id}`
  const form = page.getByRole('form', { name: 'Login' })
  const submit = form.getByRole('button', { name: 'Login' })

  await test.step('a video asks for a login', async () => {
    await visit(page, `/playlist-details/${id}`)
    await page.locator('#courses-section').getByRole('link').click()
    await expect(page).toHaveURL('/login')
    await main(page).getByRole('link', { name: 'Create an account' }).click()
    await main(page).getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login')
  })
  await test.step('a login that fails says so and can be tried again', async () => {
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
  })
  await test.step('the login leads to the video', async () => {
    await form.getByLabel('Password', { exact: true }).fill(student.password)
    await submit.click()
    await expect(page).toHaveURL(watching)
    await expect(heading(page, courses[0]?.videoTitle ?? '')).toBeVisible()
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}'))
    expect(stored).toMatchObject({ _id: student.id, username: student.name, role: 'Student', isAdmin: false })
    expect(stored.token).toEqual(expect.any(String))
    await page.goBack()
    await expect(page).not.toHaveURL('/login')
  })
  await test.step('a student is led home from the admin’s screens, the login and the sign-up', async () => {
    for (const path of ['/login', '/register', '/admin', `/admin/playlist-view/${NOBODY}`]) {
      await page.goto(path)
      await expect(page).toHaveURL('/')
    }
  })
})
