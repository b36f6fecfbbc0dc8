/** A class: an admin adds it, its teacher leads it, and a student finds it. */
import { expect, logInAs, test, unique } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { HEIGHT, loseNothing } from './screen-checks.ts'

test('an admin adds a class with the keyboard, its lead fills it, and a student finds it', async ({
  page,
  prepare,
  newPerson,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const name = `Class ${unique()}`
  const [admin, lead, student] = [
    await prepare.admin(),
    await prepare.member('Teacher'),
    await prepare.member('Student'),
  ]
  await logInAs(page, admin)
  await test.step('the admin adds the group and its lead', async () => {
    await page.goto('/admin/groups')
    await page.getByRole('button', { name: 'Add a group' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Nobody is in this group yet.' })).toBeVisible()
    await page.getByRole('link', { name: 'Add people' }).first().press('Enter')
    await expect(page.getByRole('searchbox', { name: 'Name or address' })).toBeFocused()
    await page.keyboard.type(lead.email)
    await page.getByRole('button', { name: `Add ${lead.name}` }).press('Enter')
    await page.getByRole('button', { name: `More: ${lead.name}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Make lead' }).press('Enter')
    await expect(page.getByRole('row', { name: `${lead.name} Lead` })).toBeVisible()
  })
  const address = new URL(page.url()).pathname.replace('/admin', '')
  const other = await newPerson()
  await test.step('the lead adds a student, removes them and takes it back', async () => {
    await logInAs(other, lead)
    await other.goto(address)
    await other.getByRole('searchbox', { name: 'Name', exact: true }).fill(student.name)
    await other.getByRole('button', { name: `Add ${student.name}` }).click()
    await expect(other.getByText('2 people')).toBeVisible()
    await other.getByRole('button', { name: `Remove ${student.name}` }).click()
    await expect(other.getByText('1 person')).toBeVisible()
    await other.getByRole('button', { name: 'Undo' }).click()
    await expect(other.getByRole('row', { name: student.name })).toBeVisible()
  })
  await test.step('nothing is cut off or without a name, on a phone and in the dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await other.emulateMedia({ colorScheme })
      await other.setViewportSize({ width: colorScheme === 'dark' ? 1440 : 390, height: HEIGHT })
      expect(await violationsIn(other, undefined)).toEqual([])
      await loseNothing(other, `a group in ${colorScheme}`)
    }
    await other.setViewportSize({ width: 320, height: HEIGHT })
    await loseNothing(other, 'a group at 320 px')
  })
  await test.step('the student finds the group, and no longer after it is deleted', async () => {
    await logInAs(other, student)
    await other.goto('/account/groups')
    await other.getByRole('link', { name }).click()
    await expect(other.getByRole('heading', { name: 'No playlists yet.' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete group…' }).click()
    await page
      .getByRole('alertdialog', { name: `Delete ${name}?` })
      .getByRole('button', { name: 'Delete group' })
      .click()
    await expect(page).toHaveURL('/admin/groups')
    await other.reload()
    await expect(other.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })
})
