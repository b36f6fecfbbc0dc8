import { logIn, toast } from './account-forms.ts'
import { expect, test, unique } from './accounts.ts'
import { alive, card, figure, header, heading, main, overlap, searchBox, visit } from './screens.ts'

test('playlist details as a visitor sees them', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { id, title, playlist, courses } = await prepare.publish(teacher, {
    description: 'First line.\nSee https://example.org/chess for more.',
    category: 'music',
    courses: [{}, {}, { status: 'pending' }],
  })
  await visit(page, `/playlist-details/${id}`)
  await expect(heading(page, title)).toBeVisible()
  await expect(main(page).getByText('2 videos', { exact: true }).first()).toBeVisible()
  await expect(main(page).getByText('music', { exact: true }).first()).toBeVisible()
  await expect(main(page).locator(`time[datetime="${playlist.createdAt}"]`)).toHaveText(
    playlist.createdAt.slice(0, 10),
  )
  await expect(main(page).getByText('First line.')).toBeVisible()
  await expect(main(page).getByText(teacher.name, { exact: true })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'View profile' })).toHaveAttribute(
    'href',
    `/teacher-profile/${teacher.id}`,
  )

  await test.step('search engines get its metadata', async () => {
    const metadata = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
    )
    expect(metadata).toMatchObject({ '@type': 'Course', name: title, author: { name: teacher.name } })
    expect(metadata.hasPart).toHaveLength(2)
  })
  await test.step('saving asks for a login and sends nothing', async () => {
    await page.getByRole('button', { name: 'Save Playlist', exact: true }).click()
    await expect(toast(page, 'You should login to save playlists')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save Playlist', exact: true })).toBeEnabled()
  })
  for (const width of [390, 1440]) {
    await test.step(`at ${width} px the toast covers neither the name of the screen nor the button`, async () => {
      await page.setViewportSize({ width, height: 700 })
      await visit(page, `/playlist-details/${id}`)
      const save = page.getByRole('button', { name: 'Save Playlist', exact: true })
      for (const covered of [heading(page, title), save]) {
        // Right below the top bar, where a toast floats.
        await covered.evaluate((element) =>
          window.scrollBy({ top: element.getBoundingClientRect().top - 100, behavior: 'instant' }),
        )
        await save.evaluate((button: HTMLElement) => button.click())
        const message = page.getByRole('alert').filter({ hasText: 'You should login to save playlists' })
        await expect(message).toBeVisible()
        await expect.poll(() => overlap(message, covered)).toBe(false)
        await message.getByRole('button', { name: 'Dismiss' }).click()
        await expect(message).toHaveCount(0)
      }
    })
  }
  await test.step('approved videos only, each the way to its watch page', async () => {
    const videos = page.locator('#courses-section').getByRole('link')
    await expect(videos).toHaveCount(2)
    for (const [index, course] of courses.slice(0, 2).entries()) {
      await expect(videos.nth(index)).toContainText(course.videoTitle)
      await expect(videos.nth(index)).toHaveAttribute('href', `/watch-video/${id}/${course._id}`)
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 700 })
        await expect(videos.nth(index).locator('img')).toBeVisible()
        await expect(videos.nth(index).locator('svg').first()).toBeVisible()
      }
    }
  })
  await test.step('Log in on the toast leads back to this page', async () => {
    await page.getByRole('button', { name: 'Save Playlist', exact: true }).click()
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toHaveCount(0)
    await logIn(page, teacher)
    await expect(page).toHaveURL(`/playlist-details/${id}`)
  })
})

test('a playlist without videos says so', async ({ page, prepare }) => {
  const { id } = await prepare.publish(await prepare.member('Teacher'), { courses: [{ status: 'pending' }] })
  await visit(page, `/playlist-details/${id}`)
  await expect(heading(page, 'No courses yet in this playlist')).toBeVisible()
  await expect(main(page).getByText('0 videos', { exact: true }).first()).toBeVisible()
})

test('scrollTo=courses-section brings the videos to 284 px below the top after 100 ms', async ({
  page,
  prepare,
}) => {
  const courses = Array.from({ length: 8 }, () => ({}))
  const { id } = await prepare.publish(await prepare.member('Teacher'), { courses })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 700 })
  const top = () =>
    page.locator('#courses-section').evaluate((section) => Math.round(section.getBoundingClientRect().top))
  const scrolled = () => page.evaluate(() => window.scrollY)

  await visit(page, `/playlist-details/${id}`)
  expect(await top()).toBeGreaterThan(284)

  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(`/playlist-details/${id}?scrollTo=courses-section`)
  // The page loads its scripts after the first frame, one task each, on this clock, too.
  await expect(async () => {
    await page.clock.runFor(5)
    await alive(page, 100)
  }).toPass({ intervals: [1] })
  await expect(page.getByRole('heading', { name: 'Videos' })).toBeVisible()
  expect(await scrolled()).toBe(0)
  await page.clock.runFor(1000)
  await page.clock.resume()
  await expect.poll(top).toBe(284)
})

test('a teacher’s profile as a visitor sees it', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}, { status: 'cancel' }] })
  const hidden = await prepare.publish(teacher, { status: 'processing' })
  await visit(page, `/teacher-profile/${teacher.id}`)
  await expect(heading(page, teacher.name)).toBeVisible()
  await expect(figure(main(page), 'Total playlists')).toHaveText('1')
  await expect(figure(main(page), 'Total videos')).toHaveText('1')
  await expect(figure(main(page), 'Total likes')).toHaveText('1208')
  await expect(figure(main(page), 'Total comments')).toHaveText('52')
  await expect(card(page, published.title)).toBeVisible()
  await expect(card(page, hidden.title)).toHaveCount(0)
  await expect(main(page).getByText(teacher.email)).toHaveCount(0)

  const idle = await prepare.member('Teacher')
  await visit(page, `/teacher-profile/${idle.id}`)
  await expect(heading(page, 'No courses for this teacher')).toBeVisible()
})

test('searching from the header', async ({ page, prepare }) => {
  const word = `q${unique()}`
  const match = await prepare.publish(await prepare.member('Teacher'), { title: `Learning ${word}` })
  await page.setViewportSize({ width: 1280, height: 800 })
  await visit(page, '/about')

  await test.step('nothing typed alerts and goes nowhere', async () => {
    for (const empty of ['', '   ']) {
      await searchBox(page).fill(empty)
      const alerted = page.waitForEvent('dialog')
      const pressed = searchBox(page).press('Enter')
      const dialog = await alerted
      expect([dialog.type(), dialog.message()]).toEqual(['alert', 'Search for something!'])
      await dialog.accept()
      await pressed
      await expect(page).toHaveURL('/about')
    }
  })
  await test.step('Enter searches for the trimmed words, and the box keeps them', async () => {
    await searchBox(page).fill(`  ${word}  `)
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL(`/course-search?q=${word}`)
    await expect(card(page, match.title)).toBeVisible()
    await expect(searchBox(page)).toHaveValue(word)
  })
  await test.step('the icon searches too', async () => {
    await searchBox(page).fill(`${word}x${unique()}`)
    await header(page).getByRole('button', { name: 'Search', exact: true }).click()
    await expect(heading(page, 'No playlist found.')).toBeVisible()
  })
  await test.step('the box is empty elsewhere, and filled again on the way back', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Courses' }).click()
    await expect(page).toHaveURL('/courses')
    await expect(searchBox(page)).toHaveValue('')
    await visit(page, `/course-search?q=${word}`)
    await expect(searchBox(page)).toHaveValue(word)
  })
  await test.step('nothing in the address is nothing found', async () => {
    await visit(page, '/course-search')
    await expect(heading(page, 'No playlist found.')).toBeVisible()
  })
})
