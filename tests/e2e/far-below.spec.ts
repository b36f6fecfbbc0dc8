/** Long lists are drawn where somebody looks, and what a link leads to is there when it is pressed. */
import { become, expect, test } from './accounts.ts'
import { bring, isDrawn, lookElsewhere } from './drawn.ts'
import { multiply } from './plenty.ts'
import { card, heading, main, visit } from './screens.ts'

test.use({ site: 'lists far below' })

test('cards far below are in the document and are drawn when they come near', async ({
  page,
  app,
  prepare,
}) => {
  const { id } = await prepare.publish(await prepare.member('Teacher'))
  multiply(app, ({ copy }) => copy({ table: 'playlists', of: ['id', id], count: 60 }))
  await visit(page, '/courses')
  const last = '#main article'
  for (const shown of [48, 61]) {
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(main(page).getByRole('article')).toHaveCount(shown)
  }
  await lookElsewhere(page)
  await expect.poll(() => isDrawn(page, last)).toBe(false)
  await expect(main(page).getByRole('link', { name: /^View Playlist: / })).toHaveCount(61)
  await bring(page, last)
  await expect.poll(() => isDrawn(page, last)).toBe(true)
})

test('comments far below are in the document and are drawn when they come near', async ({
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
  await become(page, await prepare.member('Student'))
  await visit(page, `/watch-video/${id}/${course._id}`)
  const said = page.getByRole('region', { name: /^Comments/ }).getByRole('listitem')
  for (const shown of [60, 71]) {
    await page.getByRole('button', { name: 'Show more comments' }).click()
    await expect(said).toHaveCount(shown)
  }
  const last = 'section[aria-labelledby="comments"] li time'
  await lookElsewhere(page)
  await expect.poll(() => isDrawn(page, last)).toBe(false)
  await bring(page, last)
  await expect.poll(() => isDrawn(page, last)).toBe(true)
  // Between two pages there is a line like between any two comments, and none above the first.
  const lines = await said.evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopWidth))
  expect(lines.slice(1).every((width) => width === '1px')).toBe(true)
  expect(lines[0]).toBe('0px')
})

test('what a link leads to is asked for when somebody aims at it, and once', async ({ page, prepare }) => {
  const { id, title } = await prepare.publish(await prepare.member('Teacher'))
  await visit(page, '/courses')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(id)) asked.push(request.url())
  })
  const link = card(page, title).getByRole('link')
  await link.hover()
  await expect.poll(() => asked.length).toBe(1)
  await link.click()
  await expect(heading(page, title)).toBeVisible()
  expect(asked).toHaveLength(1)
})
