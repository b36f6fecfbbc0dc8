/** The review desk of admins. */
import { toast } from './account-forms.ts'
import { expect, logInAs } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { fakeVideo } from './fake-video.ts'
import {
  counter,
  decision,
  item,
  lastDecision,
  openDesk,
  openDeskOf,
  queue,
  strip,
  test,
} from './review-desk.ts'

test.use({ site: 'review desk' })
const DECISIONS = 30
const WINDOWS = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
] as const

test('thirty decisions by keyboard alone, each of which the server gets', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const titles: string[] = []
  for (let number = 1; number <= DECISIONS; number++) {
    titles.push(`Item ${String(number).padStart(2, '0')} of ${teacher.name}`)
    await prepare.publish(teacher, {
      title: titles.at(-1),
      status: 'pending',
      courses: [{ status: 'approved' }],
    })
  }
  const admin = await prepare.admin()
  await logInAs(page, admin)
  await openDeskOf(page, teacher)
  const start = performance.now()
  for (const [index, title] of titles.entries()) {
    await expect(item(page, title)).toBeVisible()
    if (index % 3 === 0) await page.keyboard.press('a')
    else {
      await page.keyboard.press(index % 3 === 1 ? 'c' : 'r')
      await page.keyboard.press('5')
      await page.keyboard.press('Enter')
    }
  }
  await expect(queue(page).getByText('None of the items match.')).toBeVisible()
  const seconds = (performance.now() - start) / 1000
  process.stdout.write(`${DECISIONS} decisions by keyboard took ${seconds.toFixed(1)} s\n`)

  await page.goto('/admin')
  const countOf = async (state: 'approved' | 'changes' | 'rejected') =>
    (await admin.call('review.list', { query: { state, teacher: teacher.id } })).total
  // The video of each playlist was approved before.
  await expect.poll(() => countOf('approved')).toBe(DECISIONS / 3 + DECISIONS)
  for (const state of ['changes', 'rejected'] as const)
    await expect.poll(() => countOf(state)).toBe(DECISIONS / 3)
})

test('a decision can be taken back for five seconds, then it is sent', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { status: 'pending', courses: [{ status: 'approved' }] })
  const { title } = published
  await logInAs(page, await prepare.admin())
  await openDeskOf(page, teacher)
  await expect(item(page, title)).toBeVisible()
  await page.keyboard.press('a')
  await expect(strip(page)).toContainText(`Approved “${title}”.`)
  await expect(strip(page).getByRole('button', { name: 'Undo' })).toBeInViewport()
  await expect(queue(page).getByText(title)).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(strip(page)).toHaveCount(0)
  await expect(queue(page).getByText(title)).toBeVisible()
  await expect(item(page, title)).toBeVisible()
  expect(
    (await teacher.call('playlists.get', { params: { playlistId: published.id } })).isPlaylistApproved,
  ).toBe('pending')

  await page.mouse.wheel(0, 600)
  await page.keyboard.press('a')
  await expect(strip(page).getByRole('button', { name: 'Undo' })).toBeInViewport()
  await strip(page).getByRole('button', { name: 'Undo' }).click()
  await expect(item(page, title)).toBeVisible()
  await page.keyboard.press('a')
  await expect(strip(page)).toBeVisible()
  await expect(strip(page)).toHaveCount(0)
  await expect
    .poll(
      async () =>
        (await teacher.call('playlists.get', { params: { playlistId: published.id } })).isPlaylistApproved,
    )
    .toBe('approved')
})

test('opening an item claims it, another admin sees that and takes over', async ({
  page,
  prepare,
  anna,
  newPerson,
}) => {
  const teacher = await prepare.member('Teacher')
  const { title } = await prepare.publish(teacher, { status: 'pending', courses: [{ status: 'approved' }] })
  const admin = await prepare.admin()
  await logInAs(page, admin)
  await openDeskOf(page, teacher)
  await expect(item(page, title).getByText(/^You hold this until \d\d:\d\d$/)).toBeVisible()

  const other = await newPerson()
  await logInAs(other, anna)
  await openDeskOf(other, teacher)
  const held = `${admin.name} is reviewing this.`
  await expect(queue(other).getByText(held)).toBeVisible()
  await expect(item(other, title).getByText(held)).toBeVisible()
  await item(other, title).getByRole('button', { name: 'Take over' }).click()
  await expect(item(other, title).getByText(/^You hold this until/)).toBeVisible()

  await page.reload()
  await expect(item(page, title).getByText(`${anna.name} is reviewing this.`)).toBeVisible()
  await queue(other).getByRole('button', { name: 'Mine' }).click()
  await expect(queue(other).getByText(title)).toBeVisible()
})

test('changes are requested with reasons, a message and a note at a second', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{ status: 'pending' }] })
  const [course] = published.courses
  if (!course) throw new Error('One course was wished')
  await logInAs(page, await prepare.admin())
  await openDeskOf(page, teacher)
  const open = item(page, published.title)
  await open.getByRole('button', { name: `Play video: ${course.videoTitle}` }).click()
  await fakeVideo(page).run(72)
  await expect(open.getByRole('button', { name: /^Note at 1:1\d$/ })).toBeVisible()

  await test.step('the note waits for the decision, and keys do nothing while the admin types', async () => {
    await page.keyboard.press('n')
    await expect(open.getByRole('textbox', { name: 'Note' })).toBeFocused()
    await page.keyboard.type('The slide cannot be read.')
    await open.getByRole('button', { name: 'Add note' }).click()
    await expect(open.getByText('Your note, not sent yet')).toBeVisible()
    await expect(open.getByRole('button', { name: /^At 1:1\d$/ })).toBeVisible()
  })
  await test.step('without a reason or a message nothing is decided', async () => {
    await page.keyboard.press('c')
    await page.keyboard.press('Enter')
    await expect(decision(page)).toHaveCount(0)
    await expect(page.getByText('Choose a reason or write a message.')).toBeVisible()
  })
  await test.step('the keys choose reasons, and the button names the decision', async () => {
    await page.getByRole('checkbox', { name: 'Video does not play' }).focus()
    await page.keyboard.press('3')
    await page.keyboard.press('5')
    await page.getByLabel(/^Message to/).fill('A larger font is enough.')
    await page.getByRole('button', { name: 'Request changes with 2 reasons and 1 note' }).click()
    await expect(strip(page)).toContainText(`Changes requested for “${published.title}”.`)
  })
  // Leaving the desk sends the decision.
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect
    .poll(async () => {
      const entries = await lastDecision(teacher, published)
      const entry = entries.find(({ subject }) => subject._id === course._id)
      return entry?.decisions.at(-1)
    })
    .toMatchObject({
      to: 'changes',
      message: 'A larger font is enough.',
      reasons: [{ text: 'Sound or picture too poor' }, { text: 'Description too short' }],
    })
  const entry = (await lastDecision(teacher, published)).find(({ subject }) => subject._id === course._id)
  expect(entry?.notes.map(({ text, atSeconds }) => ({ text, isThere: (atSeconds ?? 0) >= 72 }))).toEqual([
    { text: 'The slide cannot be read.', isThere: true },
  ])
})

test('what the teacher changed meanwhile is not decided, and the new version shows what changed', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 409/)
  const teacher = await prepare.member('Teacher')
  const { id, title, playlist } = await prepare.publish(teacher, {
    status: 'pending',
    courses: [{ status: 'approved' }],
  })
  await logInAs(page, await prepare.admin())
  await openDeskOf(page, teacher)
  await expect(item(page, title)).toBeVisible()
  await page.keyboard.press('a')
  await expect(strip(page)).toBeVisible()
  await teacher.call('playlists.update', {
    params: { playlistId: id },
    body: { title: `${title} again`, description: playlist.description, category: playlist.category },
  })
  await expect(
    toast(
      page,
      `“${title}” was not decided. The teacher has changed this since you opened it. Review the new version.`,
    ),
  ).toBeVisible()
  await expect(queue(page).getByText(`${title} again`)).toBeVisible()
  await queue(page).getByText(`${title} again`).click()
  await expect(item(page, `${title} again`)).toBeVisible()
})

test('a replaced video of an approved course shows before and now, and plays both', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const { id, title, courses } = await prepare.publish(teacher, { courses: [{}] })
  const [course] = courses
  if (!course) throw new Error('One course was wished')
  await teacher.call('courses.update', {
    params: { playlistId: id, courseId: course._id },
    body: { videoLink: 'dQw4w9WgXcQ' },
  })
  await logInAs(page, await prepare.admin())
  await openDeskOf(page, teacher)
  const open = item(page, title)
  await expect(open.getByText('· 1 video of an approved playlist')).toBeVisible()
  await open.getByRole('button', { name: /^A: .*, before$/ }).click()
  await expect(open.getByText('Video A, before')).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('src', /aircAruvnKk/)
  await open.getByRole('button', { name: /^B: .*, now$/ }).click()
  await expect(page.locator('iframe')).toHaveAttribute('src', /dQw4w9WgXcQ/)
})

test('several items get one decision, after a dialog that names them', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const titles = [1, 2, 3].map((number) => `Bulk ${number} of ${teacher.name}`)
  for (const title of titles)
    await prepare.publish(teacher, { title, status: 'pending', courses: [{ status: 'approved' }] })
  await logInAs(page, await prepare.admin())
  await openDeskOf(page, teacher)
  const [first = '', second = '', third = ''] = titles
  for (const title of [first, second])
    await queue(page)
      .getByRole('checkbox', { name: `Choose ${title}` })
      .check()
  await queue(page).getByRole('button', { name: 'Reject…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 2 items?' })
  await expect(dialog.getByRole('listitem')).toContainText([first, second])
  await dialog.getByRole('button', { name: 'Reject 2 items' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a reason.')
  await dialog.getByRole('checkbox', { name: 'Advertising' }).check()
  await dialog.getByRole('button', { name: 'Reject 2 items' }).click()
  await expect(toast(page, '2 decided.')).toBeVisible()
  await expect(queue(page).getByRole('listitem')).toHaveCount(1)
  await expect(queue(page).getByText(third)).toBeVisible()
})

test('a playlist with five videos is reviewed, each one played, with at most eight clicks or keys', async ({
  page,
  prepare,
}) => {
  const courses = Array.from({ length: 5 }, (_, index) => ({ title: `Lesson ${index + 1}` }))
  await logInAs(page, await prepare.admin())
  const isPlaying = () =>
    fakeVideo(page)
      .state()
      .then(({ playing }) => playing)

  await test.step('on the desk', async () => {
    const teacher = await prepare.member('Teacher')
    const { title } = await prepare.publish(teacher, { status: 'pending', courses })
    await openDesk(page, `?teacher=${teacher.id}&kind=playlist`)
    const count = counter(page)
    for (const [index, { title: lesson }] of courses.entries()) {
      await count.click(page.getByRole('button', { name: `Play ${index + 1} ${lesson}` }))
      await expect(page.locator('iframe')).toHaveAttribute('title', lesson)
      await expect.poll(isPlaying).toBe(true)
    }
    await expect(decision(page).getByRole('button', { name: 'Approve playlist and 5 videos' })).toBeVisible()
    await count.press('a')
    await expect(strip(page)).toContainText(`Approved “${title}” and 5 videos.`)
    expect(count.total()).toBeLessThanOrEqual(8)
  })
  await test.step('on the screen of the playlist, from the table and back to it', async () => {
    const teacher = await prepare.member('Teacher')
    const { title } = await prepare.publish(teacher, { status: 'pending', courses })
    await page.goto('/admin?status=pending')
    const count = counter(page)
    await count.click(page.getByRole('link', { name: `View ${title}` }))
    const submitted = page.getByRole('region', { name: 'Submitted videos' })
    for (const [index, { title: lesson }] of courses.entries()) {
      await count.click(submitted.getByRole('button', { name: `Play ${index + 1} ${lesson}` }))
      await expect(page.locator('iframe')).toHaveCount(1)
      await expect(page.locator('iframe')).toHaveAttribute('title', lesson)
      await expect.poll(isPlaying).toBe(true)
    }
    await count.click(page.getByRole('button', { name: 'Approve playlist and 5 videos' }))
    await expect(toast(page, `Approved “${title}” and 5 videos.`)).toBeVisible()
    await expect(submitted).toHaveCount(0)
    await count.click(page.getByRole('link', { name: 'All playlists' }))
    await expect(page).toHaveURL('/admin?status=pending')
    await expect(page.getByRole('button', { name: 'pending', pressed: true })).toBeVisible()
    expect(count.total()).toBeLessThanOrEqual(8)
  })
})

test('nothing is wrong for axe or too wide, on a wide light screen and on a dark phone', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const { id, courses } = await prepare.publish(teacher, {
    status: 'pending',
    courses: [{}, { status: 'approved' }],
  })
  await logInAs(page, await prepare.admin())
  for (const { theme, width } of WINDOWS) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    for (const { path, ready, prepareScreen } of [
      {
        path: `/admin/review?teacher=${teacher.id}&kind=playlist`,
        ready: () => queue(page).getByRole('listitem'),
        prepareScreen: async () => {
          if (width === 390) await queue(page).getByRole('link').click()
          await decision(page).getByRole('button', { name: 'Request changes' }).click()
          await expect(page.getByRole('checkbox', { name: 'Video does not play' })).toBeFocused()
        },
      },
      {
        path: `/admin/playlist-view/${id}`,
        ready: () => page.getByRole('region', { name: 'Submitted videos' }),
      },
      {
        path: `/admin/course-view/${id}/${courses[0]?._id}`,
        ready: () => page.getByRole('region', { name: 'Submitted videos' }),
      },
      { path: '/admin/audit', ready: () => page.getByRole('row').nth(1) },
      {
        path: `/admin/teachers?q=${encodeURIComponent(teacher.name)}`,
        ready: () => page.getByRole('switch'),
      },
    ]) {
      await test.step(`${theme} ${width} ${path}`, async () => {
        await page.goto(path)
        await expect(ready().first()).toBeVisible()
        expect(await violationsIn(page, undefined)).toEqual([])
        await prepareScreen?.()
        if (prepareScreen) expect(await violationsIn(page, undefined)).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
      })
    }
  }
})
