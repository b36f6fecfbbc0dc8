/** The overview of admins: what failed, what waits, and whether mail arrives. */
import type { Page } from '@playwright/test'
import { logInAs as logIn } from './accounts.ts'
import { setTheme, violationsIn } from './axe.ts'
import { test as onDemo } from './demo.ts'
import { test as withMail } from './inbox.ts'
import { loseNothing, openWhole } from './screen-checks.ts'
import { main } from './screens.ts'
import { expect } from './site.ts'
import { tabTo } from './tab-to.ts'

const part = (page: Page, name: string) => main(page).getByRole('region', { name })

onDemo(
  'an admin tries the failed job of the demo again by keyboard, and hides the checklist',
  async ({ page, logInAs }) => {
    await logInAs(page, 'Admin')
    await openWhole(page, '/admin/overview')
    const tabs = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
    await expect(tabs).toHaveText([
      'Playlists',
      'Courses',
      'Teachers',
      'Students',
      'Other',
      'Categories',
      'Overview',
      'Review desk',
      'Reports',
      /^People/,
      'Groups',
      'Settings',
      'Audit',
    ])
    expect(await violationsIn(page, undefined)).toEqual([])
    await setTheme(page, 'dark')
    await page.setViewportSize({ width: 390, height: 844 })
    await loseNothing(page, '/admin/overview at 390 px')
    expect(await violationsIn(page, undefined)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await setTheme(page, 'light')

    await expect(part(page, 'Waiting for you').getByText('Requests to teach')).toBeVisible()
    const jobs = part(page, 'Failed jobs')
    await expect(jobs.getByText('1 failed')).toBeVisible()
    await tabTo(page, jobs.getByRole('button', { name: /^Try again/ }))
    await page.keyboard.press('Enter')
    await expect(jobs.getByText('No job has failed.')).toBeVisible()

    const demo = part(page, 'Getting ready')
    await demo.getByRole('button', { name: 'Remove demo content' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove the demo content?' })
    await expect(dialog).toContainText(/deletes \d+ accounts and \d+ playlists/)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await demo.getByRole('button', { name: 'Hide' }).click()
    await expect(demo).toHaveCount(0)
  },
)

withMail('a test mail arrives, and a rejection is quoted', async ({ page, prepare, inbox }) => {
  const admin = await prepare.admin()
  await logIn(page, admin)
  await openWhole(page, '/admin/overview')
  const operation = part(page, 'Operation')
  const send = operation.getByRole('button', { name: /^Send me a test/ })
  await send.click()
  await expect(operation.getByRole('status')).toHaveText(/^Sent to a•••@example\.org in \d+\.\d s\.$/)
  expect(inbox.mails.map(({ to, subject }) => [to, subject])).toContainEqual([
    'admin@example.org',
    'A test from Lectern',
  ])
  inbox.rejected.add('admin@example.org')
  await send.click()
  await expect(operation.getByRole('status')).not.toHaveText(/^Sent to/)
  await expect(operation.getByText('Mail has failed')).toBeVisible()
})
