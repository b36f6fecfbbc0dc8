import { toast } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'
import { holdCalls } from './failing-call.ts'
import { card, heading, main, openPopup, sideMenu, visit } from './screens.ts'

const savedIn = () => JSON.parse(localStorage.getItem('currentUser') ?? '{}').savedPlaylists

test('a student’s own profile, popup and side menu, logging out, and the profile of another user', async ({
  page,
  prepare,
}) => {
  const student = await prepare.member('Student')
  await test.step('profiles', async () => {
    const other = await prepare.member('Other', { profession: 'Beekeeper' })
    const { id } = await prepare.publish(await prepare.member('Teacher'))
    await student.call('saves.save', { params: { playlistId: id } })
    await logInAs(page, student)
    const tile = (label: string) => main(page).getByRole('listitem').filter({ hasText: label })

    await test.step('one’s own', async () => {
      await visit(page, `/profile/${student.id}`)
      await expect(page).toHaveTitle(`${student.name} · Lectern`)
      await expect(heading(page, student.name)).toBeVisible()
      await expect(main(page).getByText('Student', { exact: true })).toBeVisible()
      await expect(main(page).getByText(student.email)).toBeVisible()
      await expect(main(page).getByText(student.user.createdAt.slice(0, 10))).toBeVisible()
      await expect(tile('Saved playlists').getByText('1', { exact: true })).toBeVisible()
      await expect(tile('Liked videos').getByText('33', { exact: true })).toBeVisible()
      await expect(tile('Video comments').getByText('12', { exact: true })).toBeVisible()
      await expect(tile('Saved playlists').getByRole('link')).toHaveAttribute(
        'href',
        `/user-saved-playlist/${student.id}`,
      )
      await main(page).getByRole('link', { name: 'Update Profile' }).click()
      await expect(page).toHaveURL(`/update-user/${student.id}`)
    })
    await test.step('the profile of another user', async () => {
      await visit(page, `/profile/${other.id}`)
      await expect(heading(page, other.name)).toBeVisible()
      await expect(main(page).getByText('Beekeeper', { exact: true })).toBeVisible()
      await expect(main(page).getByText(other.email)).toHaveCount(0)
      await expect(main(page).getByRole('link', { name: 'Update Profile' })).toHaveCount(0)
      await expect(tile('Saved playlists').getByText('0', { exact: true })).toBeVisible()
      await expect(tile('Liked videos').getByText('33', { exact: true })).toBeVisible()
      await expect(tile('Saved playlists').getByRole('link')).toHaveAttribute(
        'href',
        `/user-saved-playlist/${other.id}`,
      )
      await page.goto(`/update-user/${other.id}`)
      await expect(page).toHaveURL(`/profile/${student.id}`)
    })
  })
  await test.step('popup, side menu and log-out', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await visit(page, `/profile/${student.id}`)
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' })

    await test.step('name and role', async () => {
      const popup = await openPopup(page)
      await expect(popup.getByText(student.name, { exact: true })).toBeVisible()
      await expect(popup.getByText('Student', { exact: true })).toBeVisible()
      await expect(popup.getByRole('link')).toHaveText(['View Profile', 'My learning'])
      await expect(popup.getByRole('link', { name: 'View Profile' })).toHaveAttribute(
        'href',
        `/profile/${student.id}`,
      )
      await expect(popup.getByRole('button')).toHaveText(['Log Out'])
      const menu = sideMenu(page)
      await expect(menu.getByText(student.name, { exact: true })).toBeVisible()
      await expect(menu.getByText('Student', { exact: true })).toBeVisible()
      await expect(menu.getByRole('link', { name: 'View Profile' })).toHaveAttribute(
        'href',
        `/profile/${student.id}`,
      )
      await expect(menu.getByRole('link', { name: /Dashboard|Login|Register/ })).toHaveCount(0)
    })
    await test.step('thinking better of it', async () => {
      await page.getByRole('dialog', { name: 'Profile' }).getByRole('button', { name: 'Log Out' }).click()
      await expect(dialog).toContainText('You will be logged out of your account.')
      await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Yes, log me out!'])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(`/profile/${student.id}`)
    })
    await test.step('logging out forgets the person, ends the session and is not gone back from', async () => {
      const ended = page.waitForResponse('**/api/auth/logout')
      await sideMenu(page).getByRole('button', { name: 'Log Out' }).click()
      await dialog.getByRole('button', { name: 'Yes, log me out!' }).click()
      await expect(page).toHaveURL('/')
      await expect(sideMenu(page).getByRole('link', { name: 'Login' })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('currentUser'))).toBeNull()
      expect((await ended).status()).toBe(200)
      await expect(student.call('auth.sessions')).rejects.toThrow('401')
      await page.goBack()
      await expect(page).not.toHaveURL(`/profile/${student.id}`)
    })
  })
})

test('Save Playlist, Saving..., Saved; and off the list again on one’s own list alone', async ({
  page,
  prepare,
}) => {
  const student = await prepare.member('Student')
  const { id, title } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await logInAs(page, student)
  const details = `/playlist-details/${id}`

  await test.step('saving', async () => {
    await visit(page, details)
    const save = main(page).getByRole('button', { name: 'Save Playlist', exact: true })
    await expect(save).toBeEnabled()
    const release = await holdCalls(page, 'saves.save')
    await save.click()
    const saving = main(page).getByRole('button', { name: 'Saving...', exact: true })
    await expect(saving).toBeDisabled()
    release()
    await expect(main(page).getByRole('button', { name: 'Saved', exact: true })).toBeDisabled()
    expect(await page.evaluate(savedIn)).toEqual([id])
    await visit(page, details)
    await expect(main(page).getByRole('button', { name: 'Saved', exact: true })).toBeDisabled()
  })
  await test.step('one’s own list', async () => {
    await visit(page, `/profile/${student.id}`)
    await main(page).getByRole('link', { name: 'View playlists' }).click()
    await expect(page).toHaveURL(`/user-saved-playlist/${student.id}`)
    await expect(page).toHaveTitle('Saved playlists · Lectern')
    await expect(card(page, title)).toContainText('1 video')
  })
  await test.step('another user sees it without the control', async () => {
    await logInAs(page, await prepare.member('Student'))
    await visit(page, `/user-saved-playlist/${student.id}`)
    await expect(card(page, title)).toBeVisible()
    await expect(main(page).getByRole('button')).toHaveCount(0)
    await logInAs(page, await prepare.login(student))
  })
  await test.step('unsaving', async () => {
    await visit(page, `/user-saved-playlist/${student.id}`)
    await main(page)
      .getByRole('button', { name: `Unsave ${title}` })
      .click()
    await expect(toast(page, 'Playlist removed from your list.')).toBeVisible()
    await expect(heading(page, 'No saved playlists yet.')).toBeVisible()
    expect(await page.evaluate(savedIn)).toEqual([])
    await visit(page, details)
    await expect(main(page).getByRole('button', { name: 'Save Playlist', exact: true })).toBeEnabled()
  })
})
