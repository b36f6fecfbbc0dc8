import { expect, logInAs, test } from './accounts.ts'
import { holdCalls } from './failing-call.ts'
import { heading, main, visit } from './screens.ts'

test('the watch page: the video, its teacher, and the playlist beside it', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { id, title, courses } = await prepare.publish(teacher, {
    courses: [
      { title: 'First steps' },
      { title: 'Second wind', videoLink: 'dQw4w9WgXcQ' },
      { title: 'Third time' },
    ],
  })
  const [first, second, third] = courses.map(({ _id }) => `/watch-video/${id}/${_id}`)
  await logInAs(page, await prepare.member('Student'))
  await visit(page, second ?? '')

  await test.step('the video', async () => {
    await expect(heading(page, 'Second wind')).toBeVisible()
    await expect(page).toHaveTitle('Second wind · Lectern')
    await expect(main(page).getByText(teacher.name, { exact: true }).first()).toBeVisible()
    await expect(main(page).getByText(courses[1]?.createdAt.slice(0, 10) ?? '')).toBeVisible()
    await expect(main(page).getByText('One lesson, told slowly.')).toBeVisible()
    await main(page).getByRole('button', { name: 'Play video: Second wind' }).click()
    await expect(page.locator('iframe')).toHaveAttribute(
      'src',
      /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/,
    )
  })
  await test.step('the playlist beside it', async () => {
    const rail = main(page).getByRole('complementary')
    await expect(rail.getByRole('listitem')).toHaveCount(3)
    await expect(rail.locator('[aria-current="true"]')).toContainText('Second wind')
    await rail.getByRole('link', { name: '3 Third time' }).click()
    await expect(page).toHaveURL(third ?? '')
    await expect(rail.locator('[aria-current="true"]')).toContainText('Third time')
    await rail.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(`/playlist-details/${id}`)
  })
  await test.step('next and previous', async () => {
    await visit(page, first ?? '')
    await expect(main(page).getByRole('link', { name: /^Previous video/ })).toHaveCount(0)
    await main(page).getByRole('link', { name: 'Next video: Second wind' }).click()
    await expect(page).toHaveURL(second ?? '')
    await main(page).getByRole('link', { name: 'Next video: Third time' }).click()
    await expect(heading(page, 'Third time')).toBeVisible()
    await expect(main(page).getByRole('link', { name: /^Next video/ })).toHaveCount(0)
    await main(page).getByRole('link', { name: 'Previous video: Second wind' }).click()
    await expect(page).toHaveURL(second ?? '')
  })
})

test('on a phone the playlist is a sheet below the picture; the picture has a ground while it is on its way', async ({
  page,
  prepare,
}) => {
  const { id, title, courses } = await prepare.publish(await prepare.member('Teacher'), {
    courses: [{}, {}, {}],
  })
  const student = await prepare.member('Student')
  // The question about one's progress, which is asked once, would stand between the title and the playlist.
  await student.call('privacy.update', { body: { progressShown: true, told: true } })
  await logInAs(page, student)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/media/**', () => undefined)
  await page.goto(`/watch-video/${id}/${courses[1]?._id}`, { waitUntil: 'commit' })
  const toggle = main(page).getByRole('button', { name: 'Playlist · 2 of 3' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  const poster = main(page)
    .getByRole('button', { name: /^Play video/ })
    .locator('../..')
  await expect(poster).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')

  const bottom = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN)
  const share = await main(page).getByRole('button', { name: 'Share' }).boundingBox()
  expect(((await toggle.boundingBox())?.y ?? Number.NaN) - bottom(share)).toBeLessThan(40)
  const sheet = page.getByRole('dialog', { name: title })
  await toggle.click()
  await expect(sheet.getByRole('listitem')).toHaveCount(3)
  const top = (await sheet.boundingBox())?.y ?? Number.NaN
  expect(Math.abs(top - bottom(await poster.boundingBox()))).toBeLessThan(2)
  // The pictures never arrive, so Playwright's own `goBack` would wait for them.
  await page.evaluate(() => history.back())
  await expect(sheet).toHaveCount(0)

  await expect(heading(page, 'No comments for this course yet.')).toBeVisible()
  const add = await main(page).getByRole('button', { name: 'Add Comment' }).boundingBox()
  const none = await heading(page, 'No comments for this course yet.').locator('..').boundingBox()
  expect((none?.y ?? Number.NaN) - bottom(add)).toBe(24)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a video that is missing, hidden or of another playlist is not available', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const teacher = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, { courses: [{ status: 'processing' }] })
  const another = await prepare.publish(teacher, { courses: [{}] })
  await logInAs(page, await prepare.member('Student'))
  for (const path of [
    `/watch-video/${id}/0123456789abcdef01234567`,
    `/watch-video/${id}/${courses[0]?._id}`,
    `/watch-video/${id}/${another.courses[0]?._id}`,
  ]) {
    await visit(page, path)
    await expect(heading(page, 'Video not available.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toHaveCount(0)
  }
})

test('Like, Liking, Liked: the count changes at once, for all users; one’s own comments are added, edited and deleted', async ({
  page,
  prepare,
}) => {
  const { id, courses } = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const [course] = courses
  const courseId = course?._id ?? ''
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await test.step('likes', async () => {
    const friend = await prepare.member('Student')
    await friend.call('likes.like', { params: { courseId } })
    await visit(page, `/watch-video/${id}/${courseId}`)
    const likes = (text: string) => main(page).getByText(text, { exact: true })
    const button = (name: string) => main(page).getByRole('button', { name, exact: true })

    await expect(likes('1 like')).toBeVisible()
    const release = await holdCalls(page, 'likes.like')
    await button('Like').click()
    await expect(button('Liking')).toBeVisible()
    await expect(likes('2 likes')).toBeVisible()
    release()
    await expect(button('Liked')).toBeVisible()
    await expect(likes('2 likes')).toBeVisible()
    await visit(page, `/watch-video/${id}/${courseId}`)
    await expect(button('Liked')).toBeVisible()
    await button('Liked').click()
    await expect(button('Like')).toBeVisible()
    await expect(likes('1 like')).toBeVisible()
    await friend.call('likes.like', { params: { courseId } })
    await expect(likes('0 likes')).toBeVisible()
  })
  await test.step('comments', async () => {
    const item = (text: string) => main(page).getByRole('listitem').filter({ hasText: text })
    const box = main(page).getByLabel('Add a comment')
    const add = main(page).getByRole('button', { name: 'Add Comment' })

    await test.step('adding', async () => {
      await expect(heading(page, 'No comments for this course yet.')).toBeVisible()
      await add.click()
      await expect(main(page).getByText('Comment cannot be empty.')).toBeVisible()
      await box.fill('Why does the\nsecond step work?')
      const release = await holdCalls(page, 'comments.create')
      await add.click()
      await expect(item('Why does the')).toBeVisible()
      await expect(box).toHaveValue('Why does the\nsecond step work?')
      release()
      await expect(box).toHaveValue('')
      await expect(item('Why does the')).toContainText(student.name)
      await expect(item('Why does the')).toContainText(new Date().toISOString().slice(0, 7))
      await expect(heading(page, 'No comments for this course yet.')).toHaveCount(0)
    })
    await test.step('editing, and thinking better of it', async () => {
      await item('Why does the').getByRole('button', { name: 'Edit' }).click()
      const editor = main(page).getByLabel('Edit your comment')
      await expect(editor).toHaveValue('Why does the\nsecond step work?')
      await editor.fill('Something else')
      await main(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(editor).toHaveCount(0)
      await expect(item('Why does the')).toBeVisible()
      await item('Why does the').getByRole('button', { name: 'Edit' }).click()
      await editor.fill('I understand it now.')
      await main(page).getByRole('button', { name: 'Save', exact: true }).click()
      await expect(item('I understand it now.').getByRole('button', { name: 'Edit' })).toBeVisible()
    })
    await test.step('another user’s comment has no controls', async () => {
      if (course) await prepare.comment(await prepare.member('Teacher'), course, 'Well asked.')
      await expect(item('Well asked.')).toBeVisible()
      await expect(item('Well asked.').getByRole('button', { name: /Edit|Delete/ })).toHaveCount(0)
    })
    await test.step('deleting', async () => {
      await item('I understand it now.').getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(item('I understand it now.')).toBeVisible()
      await item('I understand it now.').getByRole('button', { name: 'Delete' }).click()
      await dialog.getByRole('button', { name: 'Delete comment' }).click()
      await expect(item('I understand it now.')).toHaveCount(0)
      await expect(item('Well asked.')).toBeVisible()
    })
  })
})
