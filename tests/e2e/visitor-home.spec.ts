import { expect, logInAs, test } from './accounts.ts'
import { card, figure, heading, main, sideMenu, visit } from './screens.ts'

const CATEGORIES = ['development', 'business', 'design', 'marketing', 'music', 'photography', 'science']
const TOPICS = ['HTML', 'CSS', 'javascript', 'react', 'PHP', 'bootstrap']

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

test('home shows the figures that the specification fixes', async ({ page }) => {
  await visit(page, '/')
  const statistics = { 'Online courses': '+10k', Students: '+40k', Tutors: '+2k', 'Job placement': '100%' }
  for (const [label, value] of Object.entries(statistics)) {
    await expect(figure(main(page), label)).toHaveText(value)
  }
  for (const [label, count] of [
    ['Total likes', '25'],
    ['Total comments', '12'],
    ['Saved playlists', '4'],
  ] as const) {
    await expect(figure(main(page), label)).toHaveText(count)
  }
})

test('home’s seven categories and six topics are links that search', async ({ page }) => {
  await visit(page, '/')
  const searches = main(page).locator('a[href^="/course-search?q="]')
  await expect(searches).toHaveText([...CATEGORIES, ...TOPICS])
  for (const [index, words] of [...CATEGORIES, ...TOPICS].entries()) {
    await expect(searches.nth(index)).toHaveAttribute('href', `/course-search?q=${words}`)
  }
  await main(page).getByRole('link', { name: 'photography', exact: true }).click()
  await expect(page).toHaveURL('/course-search?q=photography')
  await expect(page.getByRole('searchbox', { name: 'Search courses' })).toHaveValue('photography')
})

test('the box to become a tutor is hidden from teachers and admins alone', async ({ page, prepare }) => {
  await visit(page, '/')
  await expect(heading(page, 'Become a tutor')).toBeVisible()
  await main(page).getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/teachers')

  const users = [
    { member: prepare.member('Student'), visible: 1 },
    { member: prepare.member('Other'), visible: 1 },
    { member: prepare.member('Teacher'), visible: 0 },
    { member: prepare.admin(), visible: 0 },
  ]
  for (const { member, visible } of users) {
    await logInAs(page, await member)
    await visit(page, '/')
    await expect(heading(page, 'Quick options')).toBeVisible()
    await expect(heading(page, 'Become a tutor')).toHaveCount(visible)
    await sideMenu(page).getByRole('link', { name: 'Teachers' }).click()
    await expect(heading(page, 'Teachers')).toBeVisible()
    await expect(heading(page, 'Become A Tutor')).toHaveCount(visible)
  }
})
