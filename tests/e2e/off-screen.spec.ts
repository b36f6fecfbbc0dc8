/** Long lists render only what is near the window, and links prefetch their screens. */
import { expect, logInAs, test } from './accounts.ts'
import { multiply } from './copy-rows.ts'
import { isRendered, scrollIntoView, scrollToTop } from './rendered.ts'
import { card, heading, main, visit } from './screens.ts'

test.use({ site: 'lists far below' })

test('off-screen cards are in the document and are rendered when they come near', async ({
  page,
  app,
  prepare,
}) => {
  const { id } = await prepare.publish(await prepare.member('Teacher'))
  multiply(app, ({ copy }) => copy({ table: 'playlists', of: ['id', id], count: 60 }))
  await visit(page, '/courses')
  const last = '#main article'
  for (const count of [48, 61]) {
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(main(page).getByRole('article')).toHaveCount(count)
  }
  await scrollToTop(page)
  await expect.poll(() => isRendered(page, last)).toBe(false)
  await expect(main(page).getByRole('link', { name: /^View Playlist: / })).toHaveCount(61)
  await scrollIntoView(page, last)
  await expect.poll(() => isRendered(page, last)).toBe(true)
})

test('off-screen comments are in the document and are rendered when they come near', async ({
  page,
  app,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, { courses: [{}] })
  const [course] = courses
  if (!course) throw new Error('There is no course.')
  const { _id } = await prepare.comment(teacher, course, 'The first of many.')
  multiply(app, ({ copy }) => copy({ table: 'comments', of: ['id', _id], count: 70 }))
  await logInAs(page, await prepare.member('Student'))
  await visit(page, `/watch-video/${id}/${course._id}`)
  const comments = page.getByRole('region', { name: /^Comments/ }).getByRole('listitem')
  for (const count of [60, 71]) {
    await page.getByRole('button', { name: 'Show more comments' }).click()
    await expect(comments).toHaveCount(count)
  }
  const last = 'section[aria-labelledby="comments"] li time'
  await scrollToTop(page)
  await expect.poll(() => isRendered(page, last)).toBe(false)
  await scrollIntoView(page, last)
  await expect.poll(() => isRendered(page, last)).toBe(true)
  // A border separates two pages like any two comments; the first comment has none above it.
  const lines = await comments.evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopWidth))
  expect(lines.slice(1).every((width) => width === '1px')).toBe(true)
  expect(lines[0]).toBe('0px')
})

test('a link prefetches its screen on hover, and once', async ({ page, prepare }) => {
  const { id, title } = await prepare.publish(await prepare.member('Teacher'))
  await visit(page, '/courses')
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(id)) requested.push(request.url())
  })
  const link = card(page, title).getByRole('link')
  await link.hover()
  await expect.poll(() => requested.length).toBe(1)
  await link.click()
  await expect(heading(page, title)).toBeVisible()
  expect(requested).toHaveLength(1)
})
