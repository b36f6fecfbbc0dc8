/** Own videos from the file to the player. */
import type { Page } from '@playwright/test'
import { expect, logInAs, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { drawClip } from './clips.ts'
import { played, readyFilm } from './films.ts'
import { main, visit } from './screens.ts'
import { control, player, watchPath } from './watching.ts'

const PHONE = { width: 390, height: 844 }
const files = (page: Page) => main(page).locator('input[type=file]')
const row = (page: Page, title: string) => main(page).getByRole('listitem').filter({ hasText: title })
const addPath = (id: string) => `/teacher-dashboard/build/${id}/add?tab=files`

test('a teacher uploads a film, and a student watches it with sound', async ({
  page,
  prepare,
  newPerson,
}) => {
  test.slow()
  const film = drawClip({ name: '07-promises_from scratch.mp4', seconds: 24, size: '320x180' })
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { courses: [] })
  await logInAs(page, teacher)
  await visit(page, addPath(id))

  await test.step('it uploads, is prepared and becomes a draft', async () => {
    await expect(main(page).getByText('Up to 4 GB per file. 20 GB of your 20 GB are left.')).toBeVisible()
    await files(page).setInputFiles(film)
    await expect(row(page, 'Promises from scratch')).toContainText('07-promises_from scratch.mp4')
    await expect(row(page, 'Promises from scratch')).toContainText(
      /Preparing \d+ %|Waiting to be prepared|Ready/,
    )
    await expect(row(page, 'Promises from scratch')).toContainText('0:24 · 180p · added as a draft', {
      timeout: 200_000,
    })
    await expect(main(page).getByText('1 ready')).toBeVisible()
    await expect(row(page, 'Promises').locator('img').last()).toHaveAttribute('src', /\/media\//)
    expect(await violationsIn(page, undefined)).toEqual([])
  })

  const { courses } = await teacher.call('playlists.get', { params: { playlistId: id } })
  const courseId = courses[0]?._id ?? ''
  const watch = `/watch-video/${id}/${courseId}`
  await test.step('the teacher plays the draft', async () => {
    await visit(page, `${watch}?as=student`)
    await main(page)
      .getByRole('button', { name: /^Play video/ })
      .click()
    await expect.poll(async () => (await played(page)).pictures).toBeGreaterThan(10)
  })
  const admin = await prepare.admin()
  await admin.call('approval.course', { params: { courseId }, body: { isCourseApproved: 'approved' } })

  const student = await prepare.member('Student')
  const reader = await newPerson()
  await logInAs(reader, student)
  await visit(reader, watch)
  await test.step('picture and sound advance, and the settings reach the video', async () => {
    await main(reader)
      .getByRole('button', { name: /^Play video/ })
      .click()
    await expect.poll(async () => (await played(reader)).at).toBeGreaterThan(2)
    const before = await played(reader)
    await expect.poll(async () => (await played(reader)).pictures).toBeGreaterThan(before.pictures + 10)
    await expect.poll(async () => (await played(reader)).sound).toBeGreaterThan(before.sound)
    await main(reader).getByLabel('Speed').selectOption('2')
    expect(await reader.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(2)
  })
  await test.step('keys move by single pictures and open picture in picture', async () => {
    await reader.keyboard.press('k')
    await expect.poll(async () => (await played(reader)).paused).toBe(true)
    const { at } = await played(reader)
    await reader.keyboard.press('.')
    await expect.poll(async () => (await played(reader)).at).toBeGreaterThan(at)
    expect((await played(reader)).at - at).toBeLessThan(0.1)
    await reader.keyboard.press(',')
    await expect.poll(async () => Math.abs((await played(reader)).at - at)).toBeLessThan(0.02)
  })
  await test.step('the slider shows small pictures', async () => {
    const slider = player(reader).getByRole('slider', { name: 'Position' })
    await slider.hover()
    const picture = player(reader).locator('svg image')
    await expect(picture).toHaveAttribute('href', /\/storyboard-1\.jpg$/)
    const { status } = await reader.request
      .get((await picture.getAttribute('href')) ?? '')
      .then((answer) => ({ status: answer.status() }))
    expect(status).toBe(200)
  })
  await test.step('no rule of accessibility is broken, wide and light and on a dark phone', async () => {
    expect(await violationsIn(reader, undefined)).toEqual([])
    await reader.emulateMedia({ colorScheme: 'dark' })
    await reader.setViewportSize(PHONE)
    expect(await violationsIn(reader, undefined)).toEqual([])
  })
  await test.step('another browser continues where this one stopped', async () => {
    // Far from the last ten seconds, in which a video begins anew: this one plays at double speed.
    await player(reader).press('2')
    await expect.poll(async () => (await played(reader)).at).toBeCloseTo(4.8, 0)
    await control(reader, 'Play').click()
    await expect.poll(async () => (await played(reader)).at).toBeGreaterThan(6)
    await control(reader, 'Pause').click()
    const { at } = await played(reader)
    // Closing at once would cut the save off.
    await expect
      .poll(async () => {
        const saved = await student.call('progress.ofPlaylist', {
          params: { id },
          query: { course: courseId },
        })
        return saved.courses.find(({ _id }) => _id === courseId)?.atSeconds ?? 0
      })
      .toBeGreaterThan(at - 2)
    await reader.close()
    const elsewhere = await newPerson()
    await logInAs(elsewhere, await prepare.login(student))
    await visit(elsewhere, watch)
    await main(elsewhere)
      .getByRole('button', { name: /^Continue at 0:/ })
      .click()
    await expect.poll(async () => (await played(elsewhere)).at).toBeGreaterThan(at - 4)
    await expect.poll(async () => (await played(elsewhere)).pictures).toBeGreaterThan(0)
  })
})

test('an upload goes on after a pause, a fault and a reload', async ({ page, prepare, allowConsole }) => {
  allowConsole(/net::ERR_FAILED/)
  const film = drawClip({ name: 'closures.mp4', seconds: 20, size: '320x180', bitrate: '4500k' })
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { courses: [] })
  await logInAs(page, teacher)
  await visit(page, addPath(id))
  const held = Promise.withResolvers<void>()
  let parts = 0
  // The second part waits until the test lets it go.
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') parts += 1
    if (parts === 2) await held.promise
    // The page may have given it up meanwhile.
    await (parts === 2 ? route.abort() : route.continue()).catch(() => undefined)
  })

  await files(page).setInputFiles(film)
  const closures = row(page, 'Closures')
  await expect.poll(() => parts).toBe(2)
  await main(page).getByRole('button', { name: 'Pause all' }).click()
  await expect(closures).toContainText(/Paused at \d+ %\./)
  held.resolve()
  await page.unroute('**/api/uploads/*')

  await test.step('a reload shows it, and another file is not taken for it', async () => {
    await page.reload()
    await expect(closures).toContainText(/Paused at [1-9]\d* %\. Choose the same file again to continue\./)
    await expect(main(page).getByText('1 needs you')).toBeVisible()
    await page.setViewportSize(PHONE)
    expect(await violationsIn(page, undefined)).toEqual([])
  })
  await test.step('the same file continues', async () => {
    const offsets: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'])
    })
    await files(page).setInputFiles(film)
    await expect(closures).toContainText(/Preparing|Waiting to be prepared|Ready/)
    expect(Number(offsets[0])).toBeGreaterThan(0)
  })
})

test('what is no video is said at its row before a byte is sent', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { courses: [] })
  await logInAs(page, teacher)
  await visit(page, addPath(id))
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/uploads')) sent.push(request.method())
  })
  await files(page).setInputFiles({
    name: 'notes.docx.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('%PDF-1.7 hello'),
  })
  const notes = row(page, 'notes.docx.mp4')
  await expect(notes).toContainText('This file is not a video we can read.')
  await notes.getByRole('button', { name: 'Remove notes.docx.mp4' }).click()
  await expect(notes).toHaveCount(0)
  expect(sent).toEqual([])
})

test('a page without an uploaded video loads nothing of hls.js', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await logInAs(page, await prepare.member('Student'))
  const loaded = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.add(request.url())
  })
  await visit(page, watchPath(published))
  await main(page)
    .getByRole('button', { name: /^Play video/ })
    .click()
  await expect(control(page, 'Pause')).toBeVisible()
  const scripts = await Promise.all([...loaded].map(async (url) => (await page.request.get(url)).text()))
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter((text) => text.includes('hlsManifestLoading'))).toEqual([])
})

test('a teacher replaces an uploaded video by another file', async ({ page, prepare, app }) => {
  test.slow()
  const teacher = await prepare.member('Teacher')
  const videoLink = await readyFilm(app, teacher, 2)
  const { id, courses } = await prepare.publish(teacher, { courses: [{ videoLink, status: 'pending' }] })
  const courseId = courses[0]?._id ?? ''
  const keyNow = async () => {
    const { video } = await teacher.call('courses.get', { params: { playlistId: id, courseId } })
    return `${video?.source}:${video?.key}`
  }
  // Playwright sees only the dialog of an input, which other browsers open.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/edit-course/${id}/${courseId}?field=videoLink`)
  const video = page.getByRole('group', { name: 'Video' })
  await expect(video.getByText('Your uploaded video')).toBeVisible()
  await expect(main(page)).not.toContainText('upload:')
  await expect(video.locator(':focus')).toHaveCount(1)
  const chosen = page.waitForEvent('filechooser')
  await video.getByRole('button', { name: 'Upload a file' }).click()
  await (await chosen).setFiles(drawClip({ name: 'again.mp4', seconds: 3, size: '320x180' }))
  expect(await keyNow()).toMatch(/^upload:/)
  await expect.poll(keyNow).not.toBe(videoLink)
  await expect(video.getByText('Your uploaded video')).toBeVisible()
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.getByRole('button', { name: 'Update Course' }).click()
  await expect(page).toHaveURL(/table-course/)
  expect(await keyNow()).not.toBe(videoLink)
})
