/** Live events reach every user on the same watch page. server/features/catalog/courses/live.test.ts covers lost connections. */
import type { Page } from '@playwright/test'
import { expect, logInAs, type Published, test } from './accounts.ts'
import { main, visit } from './screens.ts'

const SOON = { timeout: 5000 }
const comment = (page: Page, text: string) => main(page).getByRole('listitem').filter({ hasText: text })

async function watching(page: Page, { id, courses }: Published): Promise<void> {
  const opened = page.waitForResponse(/\/api\/live/)
  await visit(page, `/watch-video/${id}/${courses[0]?._id}`)
  await opened
}

test('comments, their edits and deletions, and likes are on the other’s screen at once, without a reload', async ({
  page,
  newPerson,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await logInAs(page, await prepare.member('Student'))
  await watching(page, published)
  const other = await newPerson()
  await logInAs(other, await prepare.member('Student'))
  await watching(other, published)

  await page.getByLabel('Add a comment').fill('Seen by both.')
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect(comment(other, 'Seen by both.')).toBeVisible(SOON)

  await comment(page, 'Seen by both.').getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Edit your comment').fill('Written anew.')
  await page.getByRole('button', { name: /^(Save|Update)/ }).click()
  await expect(comment(other, 'Written anew.')).toBeVisible(SOON)

  await page.getByRole('button', { name: /^Like/ }).click()
  await expect(main(other).getByText('1 like', { exact: true })).toBeVisible(SOON)

  await comment(page, 'Written anew.').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete comment' }).click()
  await expect(comment(other, 'Written anew.')).toHaveCount(0, SOON)
})
