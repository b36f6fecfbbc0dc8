/** An admin finds a person, sees their page, deletes the account with its playlists handed over, and restores it. */
import { expect, logInAs, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { HEIGHT, loseNothing } from './screen-checks.ts'

test('an admin finds a teacher while typing, hands the playlists over, deletes and restores the account', async ({
  page,
  prepare,
}) => {
  const [admin, marta, ben] = [
    await prepare.admin(),
    await prepare.member('Teacher'),
    await prepare.member('Teacher'),
  ]
  const published = await prepare.publish(marta)
  await logInAs(page, admin)

  const checkLooks = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [390, 1280, 1440]) {
        await page.setViewportSize({ width, height: HEIGHT })
        expect(await violationsIn(page, undefined)).toEqual([])
        await loseNothing(page, `${name} at ${width} px in ${colorScheme}`)
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }

  await test.step('the search narrows the list with every letter', async () => {
    await page.goto('/admin/people')
    await page.getByRole('searchbox', { name: 'Search people in this table' }).pressSequentially(marta.email)
    await expect(page.getByRole('link', { name: marta.name })).toBeVisible()
    await expect(page.getByText(/^1 of /)).toBeVisible()
    await checkLooks('Everybody')
  })

  await test.step('the page of the person shows what admins may see', async () => {
    await page.getByRole('link', { name: marta.name }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: marta.name })).toBeVisible()
    await expect(page.getByRole('link', { name: published.title })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Learning' })).toContainText('Only numbers.')
    await checkLooks('A person')
  })

  const address = page.url()
  await test.step('the account is deleted with the keyboard, and the playlist goes to the other teacher', async () => {
    await page.getByRole('button', { name: 'Delete account…' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('radio', { name: 'Hand 1 playlist to' })).toBeChecked()
    expect(await violationsIn(page, undefined)).toEqual([])
    await dialog.getByLabel('Find a teacher').fill(ben.email)
    await dialog.getByLabel('Teacher', { exact: true }).selectOption({ label: `${ben.name} (${ben.email})` })
    await dialog.getByLabel(/to confirm/).fill(marta.name)
    await dialog.getByLabel('Your password').fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Deleted account' })).toBeVisible()
    await page.goto(`/playlist-details/${published.id}`)
    await expect(page.getByText(ben.name).first()).toBeVisible()
  })

  await test.step('the list still finds the account, and it can be restored', async () => {
    await page.goto(address)
    await page.getByRole('button', { name: 'Restore account…' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Your password').fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open profile' })).toBeVisible()
  })
})
