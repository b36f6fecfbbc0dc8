/** Forgotten passwords and confirmed addresses, with a real mail server. */
import type { Page } from '@playwright/test'
import { logIn, register, toast } from './account-forms.ts'
import { expect, logInAs, unique } from './accounts.ts'
import { setTheme, violationsIn } from './axe.ts'
import { type Inbox, test } from './inbox.ts'
import { answerTo, heading, main, visit } from './screens.ts'

/** The path and fragment of the link in the newest mail to this address with this subject. */
async function linkTo({ mails }: Inbox, to: string, subject: string): Promise<string> {
  const found = () => mails.findLast((mail) => mail.to === to && mail.subject === subject)
  await expect.poll(() => found()?.text).toBeDefined()
  return /https?:\/\/[^\s/]+(\/\S+#token=\S+)/.exec(found()?.text ?? '')?.[1] ?? ''
}

const bar = (page: Page) => page.getByRole('region', { name: 'Your mail' })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const PASSWORD = 'over-the-hills-7'

test('the link of a mail replaces a forgotten password, once', async ({
  page,
  prepare,
  inbox,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  const { email } = await prepare.member('Student')
  await visit(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeVisible()
  await button(page, 'Send the link').click()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your mail')).toBeVisible()
  await expect(main(page).getByText('If this address has an account, a link is on its way.')).toBeVisible()

  const link = await linkTo(inbox, email, 'Choose a new password')
  await visit(page, link)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat new password').fill(PASSWORD)
  await button(page, 'Change password').click()
  await expect(toast(page, 'Your password was changed. You were logged out everywhere.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await logIn(page, { email, password: PASSWORD })

  await visit(page, link)
  await page.getByLabel('New password', { exact: true }).fill('under-the-hills-7')
  await page.getByLabel('Repeat new password').fill('under-the-hills-7')
  await button(page, 'Change password').click()
  await expect(heading(page, 'Ask for a new link')).toBeVisible()
  await main(page).getByRole('link', { name: 'Send a new one' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeVisible()
})

test('the bar stays until the address is confirmed', async ({ page, inbox, allowConsole }) => {
  allowConsole(/status of 4\d\d/)
  const email = `${unique()}@example.org`
  await register(page, { name: 'Nora Lind', email, password: PASSWORD, role: 'Student' })
  await logIn(page, { email, password: PASSWORD })
  const asks = 'Please confirm your email address. We sent a link to'
  await expect(bar(page)).toContainText(`${asks} ${email[0]}•••@example.org.`)
  await bar(page).getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, `We sent a link to ${email[0]}•••@example.org.`)).toBeVisible()
  const link = await linkTo(inbox, email, 'Confirm your email address')
  await visit(page, link)
  await expect(main(page).getByText('Your email address is confirmed.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await visit(page, '/about')
  await visit(page, link)
  await expect(heading(page, 'Ask for a new link')).toBeVisible()
})

test('a new address waits for its link, and its former owner undoes the change', async ({
  page,
  prepare,
  inbox,
}) => {
  const student = await prepare.member('Student')
  const next = `${unique()}@example.org`
  await logInAs(page, student)
  await visit(page, `/update-user/${student.id}`)
  await page.getByLabel('Email').fill(next)
  await page.getByLabel('Old password').fill(student.password)
  await button(page, 'Update Profile').click()
  const message = 'Profile updated. Open the link we sent to your new address to confirm it.'
  await expect(toast(page, message)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(student.email)
  await expect(main(page).getByText(`${next} waits for its confirmation.`)).toBeVisible()
  await visit(page, await linkTo(inbox, next, 'Confirm your new email address'))
  await expect(main(page).getByText(`Your email address is now ${next}.`)).toBeVisible()
  await visit(page, await linkTo(inbox, student.email, 'Your address was changed'))
  await button(page, 'This was not me').click()
  await expect(heading(page, 'Your address is back')).toBeVisible()
  await logIn(page, student)
})

test('the bar says that mails are rejected and links to the form for another address', async ({
  page,
  prepare,
  inbox,
}) => {
  const email = `${unique()}@example.org`
  inbox.rejected.add(email)
  const student = await prepare.member('Student', { email })
  await logInAs(page, student)
  await visit(page, '/about')
  await expect(bar(page)).toContainText(`The email to ${email[0]}•••@example.org was rejected.`)
  await bar(page).getByRole('link', { name: 'Change address' }).click()
  await expect(page).toHaveURL(`/update-user/${student.id}`)
})

test('axe finds nothing on the screens of mails, wide and light and on a phone in the dark', async ({
  page,
  prepare,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const violations: unknown[] = []
  const collect = async () => {
    for (const { theme, width } of [
      { theme: 'dark', width: 390 },
      { theme: 'light', width: 1440 },
    ] as const) {
      await setTheme(page, theme)
      await page.setViewportSize({ width, height: 800 })
      violations.push(...(await violationsIn(page, undefined)))
    }
  }
  for (const path of [
    '/forgot-password',
    '/reset-password#token=x',
    '/verify-email',
    '/verify-email#token=x&kind=undo',
  ]) {
    await visit(page, path)
    await collect()
  }
  await visit(page, '/forgot-password')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Check your mail')).toBeVisible()
  await collect()
  await logInAs(page, await prepare.member('Student'))
  await visit(page, '/about')
  await expect(bar(page)).toBeVisible()
  await collect()
  expect(violations).toEqual([])
})

test('a kind is turned off in the settings, by keyboard, and stays off', async ({ page, prepare }) => {
  await logInAs(page, await prepare.member('Student'))
  await visit(page, '/account/notifications')
  const reply = main(page).getByRole('switch', { name: 'Reply to me: in the app' })
  await expect(reply).toBeChecked()
  await reply.focus()
  let saved = answerTo(page, 'PUT', '/api/notifications/settings')
  await page.keyboard.press('Space')
  await saved
  await expect(main(page).getByText('Saved', { exact: true })).toBeVisible()
  saved = answerTo(page, 'PUT', '/api/notifications/settings')
  await main(page).getByRole('group', { name: 'Reply to me: by mail' }).getByText('Never').click()
  await saved
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.reload()
  await expect(main(page).getByRole('switch', { name: 'Reply to me: in the app' })).not.toBeChecked()
  await expect(
    main(page).getByRole('group', { name: 'Reply to me: by mail' }).getByRole('radio', { name: 'Never' }),
  ).toBeChecked()
})
