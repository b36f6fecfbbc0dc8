import { expect, test, unique } from './accounts.ts'
import { card, figure, heading, main, scrollTo, visit } from './screens.ts'

test('about: reasons, statistics, and a review from every profile, page by page', async ({
  page,
  prepare,
}) => {
  const users = await Promise.all([
    ...Array.from({ length: 11 }, () => prepare.member('Student')),
    prepare.member('Other', { profession: 'Beekeeper' }),
    prepare.member('Teacher'),
  ])
  await visit(page, '/about')
  await expect(heading(page, 'Why choose us?')).toBeVisible()
  await expect(figure(main(page), 'Job placement')).toHaveText('100%')
  await expect(main(page).getByRole('article')).toHaveCount(12)
  const more = main(page).getByRole('button', { name: 'Show more' })
  await more.click()
  await expect(main(page).getByRole('article').nth(12)).toBeVisible()

  for (const { name, id, role } of users.slice(-3)) {
    await expect(card(page, name).getByRole('blockquote')).not.toBeEmpty()
    await expect(card(page, name).getByRole('link', { name: `View profile: ${name}` })).toHaveAttribute(
      'href',
      role === 'Teacher' ? `/teacher-profile/${id}` : `/profile/${id}`,
    )
  }
  await expect(card(page, users[11]?.name ?? '').getByText('Beekeeper', { exact: true })).toBeVisible()
})

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

test('contact: sending does nothing and loses nothing', async ({ page }) => {
  const writes: string[] = []
  await visit(page, '/contact')
  page.on('request', (request) => void writes.push(`${request.method()} ${request.url()}`))
  const typed = {
    Name: 'Noor',
    Email: 'noor@example.org',
    Subject: 'Hello',
    Message: 'First line\nand second',
  }
  for (const [label, text] of Object.entries(typed))
    await main(page).getByRole('textbox', { name: label }).fill(text)
  await main(page).getByRole('button', { name: 'Send Message' }).click()
  await main(page).getByRole('textbox', { name: 'Subject' }).press('Enter')
  for (const [label, text] of Object.entries(typed)) {
    await expect(main(page).getByRole('textbox', { name: label })).toHaveValue(text)
  }
  await expect(page).toHaveURL('/contact')
  expect(writes.filter((line) => !line.startsWith('GET') || line.includes('/api/'))).toEqual([])
  await expect(main(page).getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
  for (const detail of ['Email', 'Phone', 'Address']) {
    await expect(main(page).getByRole('term').filter({ hasText: detail })).toBeVisible()
  }
})

test('an unknown path says so and leads home', async ({ page, allowConsole }) => {
  allowConsole(/status of 404/)
  for (const path of [
    '/no/such/place',
    '/playlist-details/not-an-id',
    '/teacher-profile/0123456789abcdef01234567',
  ]) {
    await visit(page, path)
    await expect(heading(page, 'Page Not Found')).toBeVisible()
    await expect(page).toHaveTitle('Page Not Found · Lectern')
  }
  await main(page).getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL('/')
  await expect(heading(page, 'Quick options')).toBeVisible()
})

test('every public screen has its own title and begins at its top', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { id, title } = await prepare.publish(teacher)
  const titles = {
    '/': 'Home',
    '/about': 'About',
    '/courses': 'Courses',
    '/teachers': 'Teachers',
    '/contact': 'Contact Us',
    '/login': 'Login',
    '/register': 'Register',
    '/reset-password': 'Reset password',
    '/api/docs': 'API',
    '/course-search?q=chess': '“chess”',
    '/course-search': 'Search results',
    [`/playlist-details/${id}`]: title,
    [`/teacher-profile/${teacher.id}`]: teacher.name,
  }
  for (const [path, name] of Object.entries(titles)) {
    await visit(page, path)
    await expect(page).toHaveTitle(`${name} · Lectern`)
  }

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
