import { expect, test } from './accounts.ts'
import { card, main, visit } from './screens.ts'

test('home shows a visitor the three newest approved playlists and the way to all of them', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const oldest = await prepare.publish(teacher)
  const second = await prepare.publish(teacher, { category: 'music' })
  const third = await prepare.publish(teacher, { courses: [{}] })
  const newest = await prepare.publish(teacher, { courses: [{}, {}, { status: 'pending' }] })
  await prepare.publish(teacher, { status: 'processing' })

  await visit(page, '/')
  await expect(main(page).getByRole('article')).toHaveCount(3)
  for (const [index, playlist] of [newest, third, second].entries()) {
    await expect(main(page).getByRole('article').nth(index)).toContainText(playlist.title)
  }
  await expect(card(page, oldest.title)).toHaveCount(0)

  await test.step('a card: picture, video count, title, teacher, category and the way in', async () => {
    const visible = card(page, newest.title)
    await expect(visible.getByText('2 videos', { exact: true })).toBeVisible()
    await expect(card(page, third.title).getByText('1 video', { exact: true })).toBeVisible()
    await expect(card(page, second.title).getByText('music', { exact: true })).toBeVisible()
    await expect(visible.getByRole('heading', { name: newest.title })).toBeVisible()
    await expect(visible.getByText(teacher.name, { exact: true })).toBeVisible()
    await expect(visible.locator('img')).not.toHaveCount(0)
    await expect(visible.getByText('View Playlist', { exact: true })).toBeVisible()
    await visible.getByRole('link', { name: `View Playlist: ${newest.title}` }).click()
    await expect(page).toHaveURL(`/playlist-details/${newest.id}`)
  })
  await test.step('all of them', async () => {
    await visit(page, '/')
    await page.getByRole('link', { name: 'View All Courses' }).click()
    await expect(page).toHaveURL('/courses')
    await expect(card(page, oldest.title)).toBeVisible()
  })
})
