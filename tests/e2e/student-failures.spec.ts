import type { Page } from '@playwright/test'
import { toast } from './account-forms.ts'
import { expect, logInAs, test } from './accounts.ts'
import { type Failure, failCalls } from './failing-call.ts'
import { header, main, visit } from './screens.ts'

const WORDS = 'The server says what is wrong.'
const LOST = 'The connection was lost. Nothing was saved.'
const SAID: Failure = { status: 500, message: WORDS }

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

/** Dismisses a toast, so that the test does not mistake it for the next one. */
async function dismiss(page: Page, words: string): Promise<void> {
  await notifications(page)
    .getByRole('alert')
    .filter({ hasText: words })
    .getByRole('button', { name: 'Dismiss' })
    .click()
  await expect(toast(page, words)).toHaveCount(0)
}

test.beforeEach(({ allowConsole }) => allowConsole(/status of 50\d|ERR_INTERNET_DISCONNECTED/))

test('on the watch page a comment that fails stays with its writer, and a like moves back', async ({
  page,
  prepare,
}) => {
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const [course] = courses
  const student = await prepare.member('Student')
  if (course) await prepare.comment(student, course, 'Said before.')
  await logInAs(page, student)
  await visit(page, `/watch-video/${id}/${course?._id}`)
  const item = (text: string) => main(page).getByRole('listitem').filter({ hasText: text })
  const box = main(page).getByLabel('Add a comment')

  await test.step('adding', async () => {
    await box.fill('Typed on a train')
    for (const [fate, words] of [
      [SAID, WORDS],
      ['lost', LOST],
    ] as const) {
      const mend = await failCalls(page, 'comments.create', fate)
      await button(page, 'Add Comment').click()
      await expect(toast(page, words)).toBeVisible()
      await expect(item('Typed on a train')).toHaveCount(0)
      await expect(box).toHaveValue('Typed on a train')
      await mend()
      if (fate !== 'lost') await dismiss(page, words)
    }
    await notifications(page).getByRole('button', { name: 'Try again' }).click()
    await expect(item('Typed on a train')).toBeVisible()
    await expect(toast(page, LOST)).toHaveCount(0)
    await expect(box).toHaveValue('')
  })
  await test.step('editing', async () => {
    const mend = await failCalls(page, 'comments.update', { status: 500, message: 'Not now.' })
    await item('Said before.').getByRole('button', { name: 'Edit' }).click()
    await main(page).getByLabel('Edit your comment').fill('Said better.')
    await button(page, 'Save').click()
    await expect(toast(page, 'Not now.')).toBeVisible()
    await expect(main(page).getByLabel('Edit your comment')).toHaveValue('Said better.')
    await button(page, 'Cancel').click()
    await expect(item('Said before.')).toBeVisible()
    await item('Said before.').getByRole('button', { name: 'Edit' }).click()
    await main(page).getByLabel('Edit your comment').fill('Said better.')
    await mend()
    await button(page, 'Save').click()
    await expect(item('Said better.').getByRole('button', { name: 'Edit' })).toBeVisible()
  })
  await test.step('deleting', async () => {
    const mend = await failCalls(page, 'comments.remove', { status: 500, message: 'Not today.' })
    await item('Said better.').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
    await expect(toast(page, 'Not today.')).toBeVisible()
    await expect(item('Said better.')).toBeVisible()
    await expect(main(page).getByRole('heading', { name: /^Comments/ })).toHaveText('Comments 2')
    await mend()
  })
  await test.step('a like that fails is only logged', async () => {
    const logged = page.waitForEvent('console', (message) => message.type() === 'info')
    await failCalls(page, 'likes.like', { status: 500, message: 'No likes.' })
    await button(page, 'Like').click()
    await logged
    await expect(button(page, 'Like')).toBeVisible()
    await expect(main(page).getByText('0 likes', { exact: true })).toBeVisible()
    await expect(toast(page, 'No likes.')).toHaveCount(0)
  })
})

test('toasts come up at the top right and leave by themselves after 6 seconds', async ({ page, prepare }) => {
  const { id } = await prepare.publish(await prepare.member('Teacher'))
  await page.clock.install()
  await visit(page, `/playlist-details/${id}`)
  // The page downloads its toasts when the user begins to use it.
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(notifications(page)).toBeAttached({ timeout: 500 })
  }).toPass()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await button(page, 'Save Playlist').click()
  const notification = toast(page, 'You should login to save playlists')
  await expect(async () => {
    await page.clock.runFor(20)
    await expect(notification).toBeVisible({ timeout: 100 })
  }).toPass()
  await header(page).getByRole('link', { name: 'Lectern' }).hover()

  const index = await notification.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(index?.x).toBeGreaterThan(width / 2)
  expect(index?.y).toBeLessThan(height / 4)
  await page.clock.runFor(5_500)
  await expect(notification).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(notification).toHaveCount(0)
})
