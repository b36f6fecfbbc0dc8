/** Popups and dialogs: how they close, where the focus goes, and whether it is trapped. */
import type { Locator, Page } from '@playwright/test'
import { toast } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'
import { header, main, openPopup, searchBox, sideMenu, visit } from './screens.ts'

const PHONE = { width: 390, height: 800 }

const logOutDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Are you sure?' })

/** Escape closes the popup, and the control that opened it gets the focus. */
async function expectEscapes(page: Page, { opened, opener }: { opened: Locator; opener: Locator }) {
  await expect(opened).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await expect(opener).toBeFocused()
}

test('Escape closes a popup and gives the focus back; the log-out dialog and the drawer trap it, and nothing else does', async ({
  page,
  prepare,
}) => {
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, '/about')
  await test.step('the profile popup', async () => {
    const opened = await openPopup(page)
    await opened.getByRole('link', { name: 'View Profile' }).focus()
    await expectEscapes(page, { opened, opener: page.getByRole('button', { name: 'Profile menu' }) })
  })
  await test.step('the log-out dialog, which then leaves the person logged in', async () => {
    const opener = sideMenu(page).getByRole('button', { name: 'Log Out' })
    await opener.click()
    await expectEscapes(page, { opened: logOutDialog(page), opener })
    expect(await page.evaluate(() => localStorage.getItem('currentUser'))).toContain(student.id)
  })
  await page.setViewportSize(PHONE)
  await test.step('the small search', async () => {
    const opener = header(page).getByRole('button', { name: 'Toggle search' })
    await opener.click()
    await expect(searchBox(page)).toBeFocused()
    await expectEscapes(page, { opened: searchBox(page), opener })
  })
  await test.step('the side menu as a drawer', async () => {
    const opener = header(page).getByRole('button', { name: 'Toggle side menu' })
    await opener.click()
    await expect(sideMenu(page).getByRole('button', { name: 'Close side menu' })).toBeFocused()
    await expectEscapes(page, { opened: sideMenu(page).getByRole('link', { name: 'About' }), opener })
  })
  await page.setViewportSize({ width: 1280, height: 720 })
  await visit(page, '/about')
  await test.step('the dialog has Cancel and the action, and nothing behind them', async () => {
    await sideMenu(page).getByRole('button', { name: 'Log Out' }).click()
    const dialog = logOutDialog(page)
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    for (const name of ['Yes, log me out!', 'Cancel', 'Yes, log me out!']) {
      await page.keyboard.press('Tab')
      await expect(dialog.getByRole('button', { name })).toBeFocused()
    }
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.getByRole('button', { name: 'Yes, log me out!' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('the page behind it stays where it is', async () => {
    await page.setViewportSize({ width: 1440, height: 400 })
    await sideMenu(page).getByRole('button', { name: 'Log Out' }).click()
    await expect(logOutDialog(page)).toBeVisible()
    const scrolled = () => page.evaluate(() => scrollY)
    const before = await scrolled()
    await page.mouse.move(1200, 200)
    await page.mouse.wheel(0, 300)
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Escape')
    await expect(logOutDialog(page)).toBeHidden()
    expect(await scrolled()).toBe(before)
    await page.mouse.wheel(0, 300)
    await expect.poll(scrolled).toBeGreaterThan(before)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('the skip link leads past the header and the menu', async () => {
    await visit(page, '/contact')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(main(page)).toBeFocused()
    await page.keyboard.press('Tab')
    expect(await main(page).evaluate((screen) => screen.contains(document.activeElement))).toBe(true)
  })
  await test.step('behind the drawer nothing takes the focus', async () => {
    await page.setViewportSize(PHONE)
    await header(page).getByRole('button', { name: 'Toggle side menu' }).click()
    await expect(sideMenu(page).getByRole('button', { name: 'Close side menu' })).toBeFocused()
    const behind = () =>
      page.evaluate(() => document.activeElement?.closest('header, main, footer')?.tagName ?? null)
    for (let pressed = 0; pressed < 20; pressed += 1) {
      await page.keyboard.press('Tab')
      expect(await behind()).toBeNull()
    }
  })
})

test('a toast stays under the pointer and with the focus, is reached by F6, and closes by its button', async ({
  page,
  prepare,
}) => {
  const { id } = await prepare.publish(await prepare.member('Teacher'))
  const message = toast(page, 'You should login to save playlists')
  const save = page.getByRole('button', { name: 'Save Playlist' })
  const passes = (milliseconds: number) => page.clock.runFor(milliseconds)
  await page.clock.install()
  await visit(page, `/playlist-details/${id}`)
  await save.click()
  await expect(message).toBeVisible()

  await test.step('under the pointer', async () => {
    await message.hover()
    await passes(20_000)
    await expect(message).toBeVisible()
  })
  await test.step('with the focus in it', async () => {
    await page.keyboard.press('F6')
    await header(page).getByRole('link', { name: 'Lectern' }).hover()
    await passes(20_000)
    await expect(message).toBeVisible()
  })
  await test.step('its button ends it', async () => {
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await passes(1000)
    await expect(message).toHaveCount(0)
  })
})
