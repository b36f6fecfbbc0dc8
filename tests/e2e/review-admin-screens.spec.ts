/** The review outside the desk: the status form, trusted teachers and the audit log. */
import { readFile } from 'node:fs/promises'
import { toast } from './account-forms.ts'
import { expect, logInAs } from './accounts.ts'
import { decision, lastDecision, openDesk, queue, test } from './review-desk.ts'

test.use({ site: 'review desk' })

test('the status form rejects with a reason, and Next pending opens the oldest', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const one = await prepare.publish(teacher, { status: 'pending', courses: [{ status: 'approved' }] })
  await prepare.publish(teacher, { status: 'pending', courses: [{ status: 'approved' }] })
  await logInAs(page, await prepare.admin())
  await page.goto(`/admin/playlist-view/${one.id}`)
  const form = page.getByRole('form', { name: 'Status' })
  await expect(form.getByLabel('Reason')).toHaveCount(0)
  await form.getByRole('radio', { name: 'cancel' }).check()
  await form.getByLabel('Reason').fill('Video 3 has no sound after 2:10.')
  await form.getByRole('button', { name: 'Update Status' }).click()
  await expect(toast(page, 'Playlist status updated successfully!')).toBeVisible()
  const entry = (await lastDecision(teacher, one)).find(({ subject }) => subject.kind === 'playlist')
  expect(entry?.decisions.at(-1)).toMatchObject({
    to: 'rejected',
    message: 'Video 3 has no sound after 2:10.',
  })

  const next = page.getByRole('link', { name: /^Next pending \(\d+\)$/ })
  await next.click()
  await expect(page).not.toHaveURL(`/admin/playlist-view/${one.id}`)
  await expect(form.getByRole('radio', { name: 'pending' })).toBeChecked()

  await test.step('an approved playlist goes offline with the reason', async () => {
    const online = await prepare.publish(teacher)
    await page.goto(`/admin/playlist-view/${online.id}`)
    await form.getByRole('radio', { name: 'cancel' }).check()
    await form.getByLabel('Reason').fill('You may not show this.')
    await form.getByRole('button', { name: 'Update Status' }).click()
    await expect(form.locator('[data-status]')).toHaveText('cancel')
    const [last] = await lastDecision(teacher, online)
    expect(last?.decisions.at(-1)).toMatchObject({ to: 'rejected', message: 'You may not show this.' })
  })
})

test('what a trusted teacher submits is listed as approved automatically, and the audit log says who trusts', async ({
  page,
  prepare,
  app,
}) => {
  const teacher = await prepare.member('Teacher')
  const admin = await prepare.admin()
  await logInAs(page, admin)
  await page.goto(`/admin/teachers?q=${encodeURIComponent(teacher.name)}`)
  await page.getByRole('switch', { name: `Trust ${teacher.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Trust ${teacher.name}?` })
  await dialog.getByLabel('Your password').fill(app.admin.password)
  await dialog.getByRole('button', { name: 'Trust', exact: true }).click()
  await expect(toast(page, `${teacher.name} is trusted now.`)).toBeVisible()
  await expect(page.getByRole('switch', { name: `Trust ${teacher.name}`, checked: true })).toBeVisible()

  const draft = await teacher.call('playlists.create', {
    body: {
      title: `Trusted ${teacher.name}`,
      description: 'Long enough. '.repeat(10),
      category: 'science',
      draft: 'true',
    },
    image: await (await fetch(`${app.url}${teacher.user.profilePhoto.url}`)).blob(),
  })
  await teacher.call('courses.create', {
    params: { playlistId: draft.data._id },
    body: { videoTitle: 'Only lesson', description: 'One lesson.', videoLink: 'aircAruvnKk', draft: 'true' },
    image: await (await fetch(`${app.url}${teacher.user.profilePhoto.url}`)).blob(),
  })
  await teacher.call('review.submitPlaylist', { params: { playlistId: draft.data._id }, body: {} })
  await openDesk(page)
  await page.getByRole('link', { name: 'Approved automatically' }).click()
  await expect(queue(page).getByText(`Trusted ${teacher.name}`)).toBeVisible()
  await queue(page).getByText(`Trusted ${teacher.name}`).click()
  await expect(decision(page).getByText('There is nothing to decide.')).toBeVisible()

  await page.goto('/admin/audit?action=user.trusted')
  const row = page.getByRole('row').filter({ hasText: teacher.name })
  await expect(row).toContainText('Trusted a teacher')
  await page.getByRole('searchbox', { name: 'Search people in this table' }).fill(teacher.name)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `${teacher.name} Teacher` }).click()
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await (await started).path()
  const csv = await readFile(file, 'utf8')
  expect(csv).toContain('Time,Person,Action,Subject,Title,Detail,Network')
  expect(csv).toContain(`user.trusted,${teacher.id},${teacher.name}`)
})
