import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { toast } from './account-forms.ts'
import { logInAs, type Member } from './accounts.ts'
import { setTheme, violationsIn } from './axe.ts'
import { addDevice, offerNothingInFields, test } from './local-site.ts'
import { main, visit } from './screens.ts'
import { expect } from './site.ts'

const SCREEN = '/account/security'

const part = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, section: string, name: string) =>
  part(page, section).getByRole('listitem').filter({ hasText: name })

async function openScreen(page: Page, member: Member): Promise<void> {
  await logInAs(page, member)
  await visit(page, SCREEN)
  await expect(part(page, 'Sessions')).toBeVisible()
}

/** Answers the dialog that asks for the password. */
async function confirm(page: Page, member: Pick<Member, 'password'>, action: string): Promise<void> {
  await dialog(page).getByLabel('Your password', { exact: true }).fill(member.password)
  await dialog(page).getByRole('button', { name: action, exact: true }).click()
}

async function addPasskey(page: Page, member: Member): Promise<void> {
  await part(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click()
  await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Chrome on Linux')
  await confirm(page, member, 'Go on')
  await expect(toast(page, 'The passkey is added.')).toBeVisible()
}

/** Forgets the session in the browser; the server keeps it. */
const forget = (page: Page) => page.evaluate(() => localStorage.removeItem('currentUser'))

/** The code that an app shows after so many periods, because a code works once. */
const codeAfter = (secret: string, periods: number) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 })

/** Opens the form of the authenticator app and returns its secret. */
async function startApp(page: Page, member: Member): Promise<string> {
  await part(page, 'Authenticator app').getByRole('button', { name: 'Set up' }).click()
  await confirm(page, member, 'Go on')
  const groups = await part(page, 'Authenticator app')
    .getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/)
    .textContent()
  return (groups ?? '').replaceAll(' ', '')
}

const codeField = (page: Page): Locator => main(page).getByLabel('Enter the code that your app shows.')

/** Moves the focus to this control with Tab and presses Enter. */
async function pressByKey(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Answers the dialog that asks for the password, which has the focus in its field. */
async function confirmByKey(page: Page, { password }: Member): Promise<void> {
  await expect(dialog(page).getByLabel('Your password', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

test('a passkey is added, renamed and removed with the keyboard alone; it logs in by the button and in the e-mail field', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 40[01]/)
  const student = await prepare.member('Student')
  const device = await addDevice(page)
  const passkeys = part(page, 'Passkeys')
  const add = passkeys.getByRole('button', { name: 'Add a passkey' })
  await openScreen(page, student)

  await test.step('added', async () => {
    await pressByKey(page, add)
    await confirmByKey(page, student)
    await expect(toast(page, 'The passkey is added.')).toBeVisible()
    await expect(add).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await pressByKey(page, add)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    expect(await device.count()).toBe(1)
    await expect(row(page, 'Passkeys', 'Chrome on Linux')).toContainText('Not used yet')
  })
  await test.step('the e-mail field offers it', async () => {
    await forget(page)
    await page.goto('/login')
    await expect(page).not.toHaveURL(/login/)
    const user = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}'))
    expect(user._id).toBe(student.id)
  })
  await test.step('the button logs in', async () => {
    await offerNothingInFields(page)
    await forget(page)
    await visit(page, '/login')
    await main(page).getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).not.toHaveURL(/login/)
  })
  await test.step('renamed and removed', async () => {
    await visit(page, SCREEN)
    await expect(row(page, 'Passkeys', 'Chrome on Linux')).toContainText('Last used just now')
    await pressByKey(page, passkeys.getByRole('button', { name: 'Rename Chrome on Linux' }))
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('Name must be 1 to 50 characters.')).toBeVisible()
    await expect(dialog(page).getByLabel('Name', { exact: true })).toBeFocused()
    await page.keyboard.type('My laptop')
    await page.keyboard.press('Enter')
    await expect(row(page, 'Passkeys', 'My laptop')).toBeVisible()
    await pressByKey(page, passkeys.getByRole('button', { name: 'Remove My laptop' }))
    await confirmByKey(page, student)
    await expect(toast(page, 'The passkey is removed.')).toBeVisible()
    await expect(passkeys.getByRole('listitem')).toHaveCount(0)
    await expect(passkeys.getByRole('heading', { name: 'Passkeys', exact: true })).toBeFocused()
  })
  await test.step('the removed passkey is rejected', async () => {
    await forget(page)
    await visit(page, '/login')
    await main(page).getByRole('button', { name: 'Use a passkey' }).click()
    await expect(toast(page, 'This passkey does not work here.')).toBeVisible()
  })
})

test.describe('with a browser that reports every 401', () => {
  test.beforeEach(({ allowConsole }) => allowConsole(/status of 40[01]/))

  test('an authenticator app is set up, asked for and turned off', async ({ page, prepare }) => {
    const student = await prepare.member('Student')
    const other = await prepare.login(student)
    await openScreen(page, student)
    const secret = await startApp(page, student)
    await expect(part(page, 'Authenticator app')).toContainText(
      "Apps that can't ask for a code will no longer be able to log in.",
    )
    await expect(
      part(page, 'Authenticator app').getByRole('img', { name: 'QR code of the key' }),
    ).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await codeField(page).fill('000000')
    await page.keyboard.press('Enter')
    await expect(main(page).getByText('This code is wrong or was used before.')).toBeVisible()
    await codeField(page).fill(codeAfter(secret, 0))
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Your authenticator app is turned on.')).toBeVisible()

    const codes = await part(page, 'Authenticator app').getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    const done = part(page, 'Authenticator app').getByRole('button', { name: 'Done' })
    await expect(done).toBeDisabled()
    const downloading = page.waitForEvent('download')
    await part(page, 'Authenticator app').getByRole('button', { name: 'Download' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(codes.filter((code) => !file.includes(code))).toEqual([])
    await main(page).getByLabel('I have saved these codes').check()
    await done.click()
    await expect(part(page, 'Authenticator app')).toContainText('10 recovery codes left')
    await expect(part(page, 'Authenticator app').getByRole('heading')).toBeFocused()
    await expect(other.call('auth.sessions')).rejects.toThrow('401')

    const second = main(page).getByRole('form', { name: 'Second step' })
    const logIn = async () => {
      await forget(page)
      await visit(page, '/login')
      await main(page).getByLabel('Email').fill(student.email)
      await main(page).getByLabel('Password', { exact: true }).fill(student.password)
      await page.keyboard.press('Enter')
      await expect(main(page).getByText('Enter the code from your authenticator app.')).toBeVisible()
    }
    await test.step('the login asks for a code', async () => {
      await logIn()
      await expect(second.getByLabel('Code')).toBeFocused()
      await second.getByLabel('Code').fill('000000')
      await page.keyboard.press('Enter')
      await expect(second.getByText('This code is wrong or was used before.')).toBeVisible()
      await second.getByLabel('Code').fill(codeAfter(secret, 1))
      await page.keyboard.press('Enter')
      await expect(page).not.toHaveURL(/login/)
    })
    await test.step('or for a recovery code, which works once', async () => {
      await logIn()
      await second.getByRole('button', { name: 'Use a recovery code' }).click()
      await second.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase())
      await page.keyboard.press('Enter')
      await expect(page).not.toHaveURL(/login/)
      await visit(page, SCREEN)
      await expect(part(page, 'Authenticator app')).toContainText('9 recovery codes left')
    })
    await test.step('new codes, then off', async () => {
      await part(page, 'Authenticator app').getByRole('button', { name: 'New recovery codes' }).click()
      await confirm(page, { password: 'not my password' }, 'Get new codes')
      await expect(dialog(page).getByText('Password is incorrect.')).toBeVisible()
      await confirm(page, student, 'Get new codes')
      await main(page).getByLabel('I have saved these codes').check()
      await part(page, 'Authenticator app').getByRole('button', { name: 'Done' }).click()
      await expect(part(page, 'Authenticator app')).toContainText('10 recovery codes left')
      await part(page, 'Authenticator app').getByRole('button', { name: 'Turn off' }).click()
      await confirm(page, student, 'Turn off')
      await expect(part(page, 'Authenticator app').getByRole('button', { name: 'Set up' })).toBeVisible()
      await prepare.login(student)
    })
  })

  test('sessions are listed and ended with the password; a new password ends all but this browser’s', async ({
    page,
    prepare,
  }) => {
    const student = await prepare.member('Student')
    const others = [await prepare.login(student), await prepare.login(student)]
    await openScreen(page, student)
    const sessions = part(page, 'Sessions').getByRole('listitem')
    await expect(sessions).toHaveCount(3)
    await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)
    await expect(sessions.first()).toContainText(/Network 127\.0\.0\.1 · Started .+ · Last used just now/)
    await sessions.first().getByRole('button', { name: 'End' }).click()
    await confirm(page, student, 'End session')
    await expect(sessions).toHaveCount(2)
    await part(page, 'Sessions').getByRole('button', { name: 'End all others' }).click()
    await confirm(page, student, 'End all others')
    await expect(sessions).toHaveCount(1)
    for (const other of others) await expect(other.call('auth.sessions')).rejects.toThrow('401')
    await student.call('auth.sessions')

    await test.step('a new password', async () => {
      await part(page, 'Password').getByRole('button', { name: 'Change password' }).click()
      const field = (label: string) => dialog(page).getByLabel(label, { exact: true })
      const change = dialog(page).getByRole('button', { name: 'Change password' })
      await field('Current password').fill('not my password')
      await field('New password').fill('over-the-hills-7')
      await field('Confirm password').fill('over-the-hills-8')
      await change.click()
      await expect(dialog(page).getByText('Passwords do not match.')).toBeVisible()
      await field('Confirm password').fill('over-the-hills-7')
      await change.click()
      await expect(dialog(page).getByText('Password is incorrect.')).toBeVisible()
      await field('Current password').fill(student.password)
      await change.click()
      await expect(toast(page, 'Your password is changed.')).toBeVisible()
      await expect(student.call('auth.sessions')).rejects.toThrow('401')
      await page.reload()
      await expect(part(page, 'Sessions').getByRole('listitem')).toHaveCount(1)
      await prepare.login({ ...student, password: 'over-the-hills-7' })
    })
  })

  test('an admin without a second step is led to the screen, and from it back to work', async ({
    page,
    prepare,
    app,
  }) => {
    const admin = { ...(await prepare.admin()), password: app.admin.password }
    await addDevice(page)
    await logInAs(page, admin)
    await page.goto('/admin/category')
    await expect(page).toHaveURL(SCREEN)
    await expect(main(page).getByText('This site asks its admins for a second step.')).toBeVisible()
    await expect(admin.call('courses.list')).rejects.toThrow('403')
    await addPasskey(page, admin)
    await expect(main(page).getByText('This site asks its admins for a second step.')).toHaveCount(0)
    await visit(page, '/admin/courses-admin')
    await expect(main(page).getByRole('heading', { name: 'Admin' })).toBeVisible()
    await expect(page).toHaveURL('/admin/courses-admin')
    await admin.call('courses.list')
  })
})

test('every state of the screens passes axe, wide and light and narrow and dark', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  test.setTimeout(240_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const student = await prepare.member('Student')
  await prepare.login(student)
  await addDevice(page)
  await openScreen(page, student)
  const beSound = async (where: string) => {
    for (const { theme, width } of [
      { theme: 'light', width: 1440 },
      { theme: 'dark', width: 390 },
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await setTheme(page, theme)
      expect.soft(await violationsIn(page, undefined), `${where}, ${width} px, ${theme}`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(overflow, `${where} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0)
    }
    // 1280 px at 400 % are 320 px.
    await page.setViewportSize({ width: 320, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(overflow, `${where} at 320 px scrolls sideways`).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await addPasskey(page, student)
  await beSound('the screen with a passkey')
  await part(page, 'Password').getByRole('button', { name: 'Change password' }).click()
  await beSound('the dialog of the password')
  await page.keyboard.press('Escape')
  await part(page, 'Sessions').getByRole('button', { name: 'End all others' }).click()
  await beSound('the dialog of the sessions')
  await page.keyboard.press('Escape')
  const secret = await startApp(page, student)
  await beSound('the form of the app')
  await codeField(page).fill(codeAfter(secret, 0))
  await page.keyboard.press('Enter')
  await expect(main(page).getByLabel('I have saved these codes')).toBeVisible()
  await beSound('the recovery codes')
  await offerNothingInFields(page)
  await forget(page)
  await visit(page, '/login')
  await beSound('the login')
  await main(page).getByLabel('Email').fill(student.email)
  await main(page).getByLabel('Password', { exact: true }).fill(student.password)
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('form', { name: 'Second step' })).toBeVisible()
  await beSound('the second step')
})
