/** Uploaded videos in a real player. */
import type { Locator, Page } from '@playwright/test'
import { expect, logInAs, type Preparation, type Published, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { drawClip } from './clips.ts'
import { advances, played, readyFilm } from './films.ts'
import { decision, openDeskOf } from './review-desk.ts'
import { heading, main, overlap, visit } from './screens.ts'
import { tabTo } from './tab-to.ts'
import { control, player, watchPath } from './watching.ts'

/** A film is prepared on a machine that may be busy. */
test.describe.configure({ timeout: 300_000 })

test('a film is played by an admin who reviews it; a player whose address has expired gets a new one and plays on', async ({
  page,
  prepare,
  app,
  allowConsole,
}) => {
  allowConsole(/status of 403/)
  const teacher = await prepare.member('Teacher')
  const videoLink = await readyFilm(app, teacher, 24)
  const published = await prepare.publish(teacher, {
    courses: [{ videoLink }, { videoLink, status: 'pending' }],
  })
  const pending = published.courses[1]
  await logInAs(page, await prepare.admin())
  await test.step('the desk', async () => {
    await openDeskOf(page, teacher)
    await page.getByRole('button', { name: `Play video: ${pending?.videoTitle}` }).click()
    await advances(page)
    await expect(decision(page)).toBeVisible()
  })
  for (const path of [`playlist-view/${published.id}`, `course-view/${published.id}/${pending?._id}`]) {
    await test.step(path.slice(0, path.indexOf('/')), async () => {
      await page.goto(`/admin/${path}`)
      await page
        .getByRole('region', { name: 'Submitted videos' })
        .getByRole('button', { name: new RegExp(`^Play .*${pending?.videoTitle}$`) })
        .click()
      await advances(page)
    })
  }
  await test.step('the teacher sees it as a student would', async () => {
    await logInAs(page, teacher)
    await visit(page, `${watchPath(published, 1)}?as=student`)
    await loadSlowly(page)
  })
  await test.step('the full screen', () => useFullScreen(page))
  await test.step('the address expires', () => playOnAfterExpiry(page, prepare, published))
})

const SLOW_BYTES_PER_S = 400_000 / 8

/** At 400 kbit/s there are the poster and words until the first picture. */
async function loadSlowly(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.setCacheDisabled', { cacheDisabled: true })
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: SLOW_BYTES_PER_S,
    uploadThroughput: SLOW_BYTES_PER_S,
  })
  await main(page)
    .getByRole('button', { name: /^Play video/ })
    .click()
  const words = player(page)
    .getByRole('status')
    .filter({ hasText: /^Loading/ })
  const cover = player(page).locator('img[srcset]')
  await expect(words).toHaveCount(1)
  await expect(cover).toBeVisible()
  expect(await violationsIn(page, undefined)).toEqual([])
  await advances(page)
  await expect(words).toHaveCount(0)
  await expect(cover).toHaveCount(0)
  await line.detach()
}

/** Its bar and its head lie over the picture, and hide when the pointer rests. */
async function useFullScreen(page: Page): Promise<void> {
  const video = page.locator('video')
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  const bar = player(page).getByRole('slider', { name: 'Position' })
  const opacity = () =>
    bar.evaluate((slider) => {
      let shown = 1
      for (let each: Element | null = slider; each; each = each.parentElement)
        shown *= Number(getComputedStyle(each).opacity)
      return shown
    })
  await video.dblclick()
  await expect.poll(isFull).toBe(true)
  await expect(player(page).getByRole('button', { name: 'Exit', exact: true })).toBeVisible()
  await expect.poll(async () => (await played(page)).paused).toBe(false)
  expect(await overlap(bar, video)).toBe(true)
  expect(await violationsIn(page, undefined)).toEqual([])
  await expect.poll(opacity).toBe(0)
  await page.mouse.move(200, 200)
  await expect.poll(opacity).toBe(1)
  await video.dblclick()
  await expect.poll(isFull).toBe(false)
}

/** A new address leads on at the same second. */
async function playOnAfterExpiry(page: Page, prepare: Preparation, published: Published): Promise<void> {
  const student = await prepare.member('Student')
  await student.call('users.setPlayer', { body: { rate: 2 } })
  await logInAs(page, student)
  const watched = Promise.withResolvers<void>()
  let hasExpired = true
  let renewals = 0
  // The first two segments arrive; the third is asked for after six hours, so to speak.
  await page.route(/\/v\/.*\/0000[2-9]\.m4s$/, async (route) => {
    await watched.promise
    await (hasExpired ? route.fulfill({ status: 403 }) : route.continue()).catch(() => undefined)
  })
  await visit(page, watchPath(published))
  await page.route(`**/api/courses/${published.id}/*`, async (route) => {
    hasExpired = false
    renewals += 1
    await route.continue()
  })
  await main(page)
    .getByRole('button', { name: /^Play video/ })
    .click()
  await expect.poll(async () => (await played(page)).at).toBeGreaterThan(8)
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.dataset.earliest = String(video.currentTime)
    video.addEventListener('timeupdate', () => {
      if (!video.seeking)
        video.dataset.earliest = String(Math.min(Number(video.dataset.earliest), video.currentTime))
    })
  })
  watched.resolve()
  await expect.poll(async () => (await played(page)).at).toBeGreaterThan(14)
  expect(renewals).toBe(1)
  expect(Number(await page.locator('video').getAttribute('data-earliest'))).toBeGreaterThan(7.9)
  await advances(page)
}

test('an uploaded video is done when it was watched, not when somebody seeks to its end', async ({
  page,
  prepare,
  app,
}) => {
  const teacher = await prepare.member('Teacher')
  const videoLink = await readyFilm(app, teacher, 12)
  const published = await prepare.publish(teacher, { courses: [{ videoLink }, { videoLink }] })
  const student = await prepare.member('Student')
  await student.call('users.setPlayer', { body: { rate: 2 } })
  await logInAs(page, student)
  await visit(page, watchPath(published))
  await main(page)
    .getByRole('button', { name: /^Play video/ })
    .click()
  await advances(page)
  await expect(player(page)).toBeFocused()

  await test.step('a seek to the end shows the end card and does not make it done', async () => {
    await page.keyboard.press('9')
    await expect(heading(page, `Up next: ${published.courses[1]?.videoTitle}`)).toBeVisible()
    await expect(main(page).getByText(/^Playing in/)).toHaveCount(0)
    await expect(control(page, 'Mark as done')).toBeVisible()
    expect(await violationsIn(page, undefined)).toEqual([])
  })
  await test.step('watching all of it does, and it can be undone', async () => {
    await control(page, 'Replay').click()
    await expect(heading(page, `Up next: ${published.courses[1]?.videoTitle}`)).toBeVisible()
    await expect(control(page, 'Done')).toBeVisible()
    await control(page, 'Done').click()
    await expect(control(page, 'Mark as done')).toBeVisible()
  })
  await test.step('autoplay counts down, Cancel stops it, and the next video plays', async () => {
    await main(page).getByRole('switch', { name: 'Autoplay next video' }).click()
    await control(page, 'Replay').click()
    await page.keyboard.press('9')
    await expect(main(page).getByText(/^Playing in/)).toBeVisible()
    await control(page, 'Cancel').click()
    await expect(main(page).getByText(/^Playing in/)).toHaveCount(0)
    await control(page, 'Next video').click()
    await expect(page).toHaveURL(watchPath(published, 1))
    await advances(page)
  })
})

test('a teacher uploads a film, pauses, continues and edits it by keyboard alone', async ({
  page,
  prepare,
}) => {
  const film = drawClip({ name: 'loops.mp4', seconds: 16, size: '320x180', bitrate: '4500k' })
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { courses: [] })
  // Playwright sees only the dialog of an input, which other browsers open.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/build/${id}/add?tab=links`)
  const press = async (target: Locator) => {
    await expect(target).toBeEnabled({ timeout: 200_000 })
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  await test.step('the tab and the choice of files open by keys', async () => {
    await press(main(page).getByRole('link', { name: 'Upload files' }))
    // Playwright begins to intercept the dialog some time after this call.
    const choice = page.waitForEvent('filechooser')
    await tabTo(page, main(page).getByLabel(/choose files/))
    await page.keyboard.press('Space')
    const chooser = await choice
    // The film stops after its first piece, so that there is time to pause it.
    await page.route('**/api/uploads/*', async (route) => {
      const isLater = Number(route.request().headers()['upload-offset'] ?? 0) > 0
      if (!isLater) await route.continue()
    })
    await chooser.setFiles(film)
  })
  await press(main(page).getByRole('button', { name: 'Pause loops.mp4' }))
  await expect(
    main(page)
      .getByText(/^Paused at/)
      .first(),
  ).toBeVisible()
  await page.unroute('**/api/uploads/*')
  await press(main(page).getByRole('button', { name: 'Continue loops.mp4' }))
  await press(main(page).getByRole('link', { name: 'Edit Loops' }))
  await expect(page.getByLabel('Title')).toHaveValue('Loops')
})
