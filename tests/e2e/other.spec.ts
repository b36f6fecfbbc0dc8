import { pictureFile, toast } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'
import { holdCalls } from './failing-call.ts'
import { card, heading, main, openPopup, sideMenu, visit } from './screens.ts'

test('a user of role Other is shown with their profession, which is cleared and required again when the role changes', async ({
  page,
  prepare,
}) => {
  const other = await prepare.member('Other', { profession: 'Lighthouse keeper' })
  await logInAs(page, other)
  await page.setViewportSize({ width: 1280, height: 800 })
  await test.step('shown', async () => {
    await visit(page, `/profile/${other.id}`)
    await expect(heading(page, other.name)).toBeVisible()
    await expect(main(page).getByText('Lighthouse keeper', { exact: true })).toBeVisible()
    await expect(sideMenu(page).getByText('Lighthouse keeper', { exact: true })).toBeVisible()
    await expect(sideMenu(page).getByRole('link', { name: 'View Profile' })).toBeVisible()
    await expect(sideMenu(page).getByRole('link', { name: /Dashboard/ })).toHaveCount(0)
    const popup = await openPopup(page)
    await expect(popup.getByText('Lighthouse keeper', { exact: true })).toBeVisible()
    await expect(popup.getByText('Other', { exact: true })).toHaveCount(0)
    await expect(popup.getByRole('link')).toHaveText(['View Profile', 'My learning'])
    await visit(page, '/about')
    await expect(card(page, other.name)).toContainText('Lighthouse keeper')
  })
  await test.step('changed', async () => {
    await visit(page, `/update-user/${other.id}`)
    await expect(page).toHaveTitle('Update profile · Lectern')
    const profession = main(page).getByLabel('Profession')
    const update = main(page).getByRole('button', { name: 'Update Profile' })
    const role = (name: string) => main(page).getByRole('radio', { name })

    await test.step('the form shows the current profile', async () => {
      await expect(main(page).getByLabel('Name')).toHaveValue(other.name)
      await expect(main(page).getByLabel('Email')).toHaveValue(other.email)
      await expect(role('Other')).toBeChecked()
      await expect(profession).toHaveValue('Lighthouse keeper')
    })
    await test.step('leaving Other takes the profession away', async () => {
      await role('Student').check()
      await expect(profession).toHaveCount(0)
      await role('Other').check()
      await expect(profession).toHaveValue('')
      await update.click()
      await expect(main(page).getByText('Profession must be 2 to 80 characters.')).toBeVisible()
      await role('Student').check()
      const release = await holdCalls(page, 'users.update')
      const sent = page.waitForRequest((request) => request.method() === 'PUT')
      await update.click()
      await expect(main(page).getByRole('button', { name: 'Updating...' })).toBeVisible()
      release()
      const body = (await sent).postDataBuffer()?.toString() ?? ''
      for (const absent of ['profession', 'oldPassword', 'newPassword', 'confirmPassword', 'profilePhoto']) {
        expect(body).not.toContain(`name="${absent}"`)
      }
      await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
      await expect(sideMenu(page).getByText('Student', { exact: true })).toBeVisible()
      await expect(sideMenu(page).getByText('Lighthouse keeper')).toHaveCount(0)
    })
    await test.step('a new name, picture and profession are everywhere at once', async () => {
      await role('Other').check()
      await profession.fill('Glassblower')
      await main(page).getByLabel('Name').fill(`${other.name} Jr`)
      await main(page)
        .getByLabel('Profile picture')
        .setInputFiles(await pictureFile('new.jpg', '#8a2be2'))
      const before = await sideMenu(page)
        .getByRole('img')
        .or(sideMenu(page).locator('img'))
        .first()
        .getAttribute('src')
      await update.click()
      await expect(sideMenu(page).getByText('Glassblower', { exact: true })).toBeVisible()
      await expect(sideMenu(page).getByText(`${other.name} Jr`, { exact: true })).toBeVisible()
      await expect(sideMenu(page).locator('img').first()).not.toHaveAttribute('src', before ?? '')
      await main(page).getByRole('link', { name: 'Profile', exact: true }).click()
      await expect(heading(page, `${other.name} Jr`)).toBeVisible()
      const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}'))
      expect(stored).toMatchObject({ profession: 'Glassblower', role: 'Other', username: `${other.name} Jr` })
    })
  })
})

test('a new password needs the old one, and a rejection loses nothing', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of (400|401|403|409)/)
  const other = await prepare.member('Other')
  const taken = await prepare.member('Student')
  await logInAs(page, other)
  await visit(page, `/update-user/${other.id}`)
  const update = main(page).getByRole('button', { name: 'Update Profile' })
  const field = (name: string) => main(page).getByLabel(name, { exact: true })
  const says = (sentence: string) => expect(main(page).getByText(sentence, { exact: true })).toBeVisible()

  await field('New password').fill('short')
  await update.click()
  await says('Password must be at least 8 characters.')
  await field('New password').fill('over-the-hills-7')
  await field('Confirm password').fill('over-the-hills-8')
  await field('Old password').fill(other.password)
  await update.click()
  await says('Passwords do not match.')
  await field('Confirm password').fill('over-the-hills-7')
  await field('Email').fill(taken.email)
  await update.click()
  await expect(toast(page, 'This email is already registered.')).toBeVisible()
  await expect(field('New password')).toHaveValue('over-the-hills-7')
  await field('Email').fill(other.email)
  await update.click()
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()
  for (const name of ['Old password', 'New password', 'Confirm password']) {
    await expect(field(name)).toHaveValue('')
  }
  await expect(prepare.login(other)).rejects.toThrow('Invalid email or password.')
  await prepare.login({ ...other, password: 'over-the-hills-7' })
})
