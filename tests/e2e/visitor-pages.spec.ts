import { expect, test, unique } from './accounts.ts'
import { card, figure, heading, main, scrollTo, visit } from './screens.ts'

test('courses: every approved playlist, and those of one category', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const one = await prepare.publish(teacher, { category: 'photography', courses: [{}] })
  const other = await prepare.publish(teacher, { category: 'business' })
  const pending = await prepare.publish(teacher, { status: 'pending' })
  await visit(page, '/courses')
  await expect(card(page, one.title)).toContainText('1 video')
  await expect(card(page, other.title)).toContainText('0 videos')
  await expect(card(page, pending.title)).toHaveCount(0)
  await main(page).getByRole('button', { name: 'photography' }).click()
  await expect(card(page, one.title)).toBeVisible()
  await expect(card(page, other.title)).toHaveCount(0)
})

test('teachers: the search runs with no letter or from two on', async ({ page, prepare }) => {
  const mark = unique()
  const teacher = await prepare.member('Teacher', { name: `${mark} Karaca` })
  await prepare.member('Teacher')
  await prepare.publish(teacher, { courses: [{}, {}, { status: 'cancel' }] })
  await prepare.publish(teacher, { status: 'pending', courses: [{ status: 'approved' }] })
  const queries: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/users/teacherSearch') queries.push(searchParams.get('q') ?? '')
  })
  await page.clock.install()
  await visit(page, '/teachers')
  // The list has several pages, and other tests register teachers meanwhile.
  const others = main(page)
    .getByRole('article')
    .filter({ hasNotText: mark })
    .getByRole('link', { name: /View profile/ })
  await expect(others.first()).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Search teachers' })

  await test.step('one letter sends no request', async () => {
    await box.fill(` ${mark.slice(0, 1)} `)
    await page.clock.runFor(1000)
    await expect(others.first()).toBeVisible()
    expect(queries).toEqual([])
  })
  await test.step('two letters and more search', async () => {
    await box.fill(`  ${mark}  `)
    await page.clock.runFor(300)
    await expect(others).toHaveCount(0)
    expect(queries).toEqual([mark])
  })
  await test.step('a card counts what is approved, and 22 likes', async () => {
    const found = card(page, teacher.name)
    await expect(figure(found, 'Playlists')).toHaveText('1')
    await expect(figure(found, 'Videos')).toHaveText('2')
    await expect(figure(found, 'Likes')).toHaveText('22')
    await expect(found.getByRole('link', { name: `View profile: ${teacher.name}` })).toHaveAttribute(
      'href',
      `/teacher-profile/${teacher.id}`,
    )
  })
  await test.step('no teacher matches', async () => {
    await box.fill(`${mark}zzzz`)
    await page.clock.runFor(300)
    await expect(heading(page, 'No teacher found.')).toBeVisible()
  })
  await test.step('an empty search shows every teacher again', async () => {
    await box.fill('')
    await page.clock.runFor(300)
    await expect(others.first()).toBeVisible()
  })
  await test.step('the card to become a tutor leads to the sign-up', async () => {
    await expect(heading(page, 'Become A Tutor')).toBeVisible()
    await card(page, 'Become A Tutor').getByRole('link').click()
    await expect(page).toHaveURL('/register')
  })
})

test('a link of the menu opens its screen at the top', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await visit(page, '/')
  const scrolled = () => page.evaluate(() => window.scrollY)
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const [link, name] of [
    ['About', 'About'],
    ['Contact Us', 'Contact Us'],
    ['Home', 'Home'],
  ] as const) {
    await scrollTo(page, 200)
    expect(await scrolled()).toBeGreaterThan(0)
    await menu.getByRole('link', { name: link }).click()
    await expect(page).toHaveTitle(`${name} · Lectern`)
    await expect.poll(scrolled).toBe(0)
    await expect(menu.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page')
  }
})
