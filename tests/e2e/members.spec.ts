import { test as base, expect, logInAs } from './accounts.ts'
import { heading, main, visit } from './screens.ts'
import { openTestApp, type RunningApp } from './server.ts'

/** A site of its own, because its settings change. */
const test = base.extend<object, { app: RunningApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const app = await openTestApp()
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test('an admin makes the site one for members, and a visitor of a playlist logs in first', async ({
  page,
  app,
  prepare,
}) => {
  const { id, title } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  await logInAs(page, await prepare.admin())
  await visit(page, '/admin/settings')
  await main(page)
    .getByRole('radio', { name: /^Members only/ })
    .check()
  await main(page)
    .getByRole('radio', { name: /^People with an invitation/ })
    .check()
  await main(page).getByRole('form', { name: 'People' }).getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save these settings?' })
  await dialog.getByLabel('Your password').fill(app.admin.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(main(page).getByText(/^Changed by Admin on /)).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  const playlist = `/playlist-details/${id}`
  const answer = await page.goto(playlist)
  expect(answer?.status()).toBe(200)
  const shell = (await answer?.text()) ?? ''
  expect(shell).toContain('<meta name="robots" content="noindex">')
  expect(shell).not.toContain(title)
  await expect(main(page).getByText('Log in to use Lectern.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  await page.goto('/register')
  await expect(heading(page, 'Registration needs an invitation')).toBeVisible()

  await page.goto(playlist)
  await main(page).getByLabel('Email').fill(student.email)
  await main(page).getByLabel('Password', { exact: true }).fill(student.password)
  await main(page).getByRole('button', { name: 'Login' }).click()
  await expect(heading(page, title)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${playlist}$`))
})
