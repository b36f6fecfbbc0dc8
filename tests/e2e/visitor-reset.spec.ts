import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { toast } from './account-forms.ts'
import { expect, test } from './accounts.ts'
import { visit } from './screens.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The code that an admin creates on the command line while the server runs. */
async function codeFor(email: string, dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/cli/admin.ts', 'reset-password', email],
    { cwd: root, env: { PATH: process.env.PATH, DATA_DIR: dataDir } },
  )
  return stdout.trim().split('\n').at(-1)?.trim() ?? ''
}

test('a person who forgot the password sets a new one with an admin’s code, once', async ({
  page,
  prepare,
  app,
  allowConsole,
}) => {
  allowConsole(/status of 40\d/)
  const student = await prepare.member('Student')
  const code = await codeFor(student.email, app.dataDir)
  const password = 'over-the-hills-7'
  await visit(page, '/reset-password')
  const form = page.getByRole('form', { name: 'Reset password' })
  const submit = form.getByRole('button', { name: 'Set password' })
  const field = (label: string) => form.getByLabel(label, { exact: true })

  await test.step('wrong input shows errors', async () => {
    await submit.click()
    await expect(form.getByText('Password must be at least 8 characters.')).toBeVisible()
    await field('Email').fill(student.email)
    await field('Code').fill('not-that-one')
    await field('New password').fill(password)
    await field('Confirm password').fill(password)
    const answered = page.waitForResponse('**/api/auth/reset')
    await submit.click()
    expect((await answered).ok()).toBe(false)
    await expect(field('New password')).toHaveValue(password)
  })
  await test.step('the right code works and ends what was open', async () => {
    await field('Code').fill(code)
    await submit.click()
    await expect(toast(page, 'Your password is changed. Log in with the new one.')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect(student.call('auth.sessions')).rejects.toThrow('401')
    await prepare.login({ ...student, password })
  })
  await test.step('and only once', async () => {
    await visit(page, '/reset-password')
    await field('Email').fill(student.email)
    await field('Code').fill(code)
    await field('New password').fill('under-the-hills-7')
    await field('Confirm password').fill('under-the-hills-7')
    const answered = page.waitForResponse('**/api/auth/reset')
    await submit.click()
    expect((await answered).ok()).toBe(false)
  })
})
