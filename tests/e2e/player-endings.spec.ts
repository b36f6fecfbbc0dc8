import type { Page } from '@playwright/test'
import { expect, logInAs, type Published, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { fakeVideo, HOSTS } from './fake-video.ts'
import { heading, main, visit } from './screens.ts'
import { control, player, pressPlay, startVideo, VIDEOS, watchPath } from './watching.ts'

const autoplay = (page: Page) => main(page).getByRole('switch', { name: 'Autoplay next video' })
const upNext = ({ courses }: Published) => `Up next: ${courses[1]?.videoTitle}`

/** Counts the faults that the page reports. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/fault')) faults.push(request.postDataJSON().code)
  })
  return faults
}

test('without autoplay the end card offers the next video and counts nothing', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}, {}] })
  const video = await startVideo(page, await prepare.member('Student'), watchPath(published))
  await video.run(200)
  await expect(heading(page, upNext(published))).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(control(page, 'Next video')).toBeFocused()
  await expect(autoplay(page)).toHaveAttribute('aria-checked', 'false')
  await expect(main(page).getByText(/^Playing in/)).toHaveCount(0)
  expect(await violationsIn(page, undefined)).toEqual([])

  await control(page, 'Replay').click()
  await expect(control(page, 'Pause')).toBeVisible()
  await expect(player(page)).toBeFocused()
  await fakeVideo(page).run(200)
  await control(page, 'Next video').click()
  await expect(page).toHaveURL(watchPath(published, 1))
  await expect.poll(() => fakeVideo(page).state()).toMatchObject({ playing: true })
  await page.reload()
  await expect(main(page).getByRole('button', { name: /^Play video/ })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('with autoplay the next video comes after a countdown, which Cancel ends', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}, {}] })
  const student = await prepare.member('Student')
  await student.call('users.setPlayer', { body: { autoplay: true } })
  await page.clock.install()
  const video = await startVideo(page, student, watchPath(published))
  await video.run(200)
  await expect(main(page).getByText('Playing in 7 s')).toBeVisible()
  await control(page, 'Cancel').click()
  await expect(control(page, 'Next video')).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(page).toHaveURL(watchPath(published))

  await control(page, 'Replay').click()
  await expect(control(page, 'Pause')).toBeVisible()
  await fakeVideo(page).run(200)
  await expect(control(page, 'Play now')).toBeVisible()
  await page.clock.runFor(7000)
  await expect(page).toHaveURL(watchPath(published, 1))
  await expect.poll(() => fakeVideo(page).state()).toMatchObject({ playing: true })
  await fakeVideo(page).run(200)
  await expect(heading(page, 'This was the last video.')).toBeVisible()
  await expect(autoplay(page)).toHaveCount(0)
  await main(page).getByRole('link', { name: 'Back to the playlist' }).click()
  await expect(page).toHaveURL(`/playlist-details/${published.id}`)
})

test('the full screen ends with the next video, whose button offers it again', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}, {}] })
  const video = await startVideo(page, await prepare.member('Student'), watchPath(published))
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await control(page, 'Full screen').click()
  await expect.poll(isFull).toBe(true)
  await video.run(200)
  await expect(heading(page, upNext(published))).toBeVisible()
  expect(await isFull()).toBe(true)
  await control(page, 'Next video').click()
  await expect(page).toHaveURL(watchPath(published, 1))
  await expect.poll(() => fakeVideo(page).state()).toMatchObject({ playing: true })
  expect(await isFull()).toBe(false)
  await expect(player(page)).toBeInViewport()
  await control(page, 'Full screen').click()
  await expect.poll(isFull).toBe(true)
  // Nothing lies over the picture of a host: it ends where the bar begins.
  const screenHeight = await page.evaluate(() => innerHeight)
  const pictureHeight = async () => (await page.locator('iframe').boundingBox())?.height
  await expect.poll(pictureHeight).toBe(screenHeight - 52)
})

test('the frame takes the focus when the user starts the video; no later render and no end moves it', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}, {}] })
  const video = await startVideo(page, await prepare.member('Student'), watchPath(published))
  await expect(player(page)).toBeFocused()
  const field = main(page).getByLabel('Add a comment')
  await field.fill('Half a sent')
  await video.run(10)
  const friend = await prepare.member('Student')
  await friend.call('likes.like', { params: { courseId: published.courses[0]?._id ?? '' } })
  await expect(main(page).getByText('1 like', { exact: true })).toBeVisible()
  await expect(field).toBeFocused()
  await video.run(200)
  await expect(heading(page, upNext(published))).toBeVisible()
  await expect(field).toBeFocused()
})

const FAULTS = [
  { host: 'YouTube', code: 100, text: 'This video was removed by its owner.' },
  {
    host: 'YouTube',
    code: 150,
    text: 'The owner of this video does not allow it to be played here.',
    action: 'Watch on YouTube',
  },
  { host: 'YouTube', code: 153, text: 'The video could not be started.', action: 'Try again' },
  { host: 'Vimeo', code: 'PrivacyError', text: 'The video could not be started.', action: 'Try again' },
] as const

test('a fault of a host is shown as a sentence, and reported once', async ({ page, prepare }) => {
  const courses = [...FAULTS.map(({ host }) => ({ videoLink: VIDEOS[host] })), {}]
  const published = await prepare.publish(await prepare.member('Teacher'), { courses })
  const faults = faultsOf(page)
  await logInAs(page, await prepare.member('Student'))
  await visit(page, watchPath(published))
  await pressPlay(page)
  const alert = player(page).getByRole('alert')
  for (const [index, fault] of FAULTS.entries()) {
    await test.step(`${fault.code} of ${fault.host}`, async () => {
      await expect(control(page, 'Pause')).toBeVisible()
      faults.length = 0
      await fakeVideo(page).fail(fault.code)
      await expect(alert).toContainText(fault.text)
      await expect(page.locator('iframe')).toHaveCount(0)
      expect(await violationsIn(page, undefined)).toEqual([])
      await expect.poll(() => faults).toEqual([fault.host === 'Vimeo' ? 'vimeo' : String(fault.code)])
      if ('action' in fault && fault.action === 'Try again') {
        await alert.getByRole('button', { name: fault.action }).click()
        await expect(control(page, 'Pause')).toBeVisible()
        await fakeVideo(page).fail(fault.code)
      }
      if ('action' in fault && fault.action === 'Watch on YouTube') {
        const link = alert.getByRole('link', { name: fault.action })
        await expect(link).toHaveAttribute('href', `https://www.youtube.com/watch?v=${VIDEOS.YouTube}`)
      }
      await alert.getByRole('button', { name: 'Next video' }).click()
      await expect(page).toHaveURL(watchPath(published, index + 1))
    })
  }
})

/** The browser's own words about a frame that it cannot load. */
const BLOCKED = /ERR_CONNECTION_REFUSED/

test('a host that refuses connections is a card after five seconds, whose buttons lead on', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(BLOCKED)
  const hosts = ['YouTube', 'Vimeo'] as const
  const courses = hosts.map((host) => ({ videoLink: VIDEOS[host] }))
  const published = await prepare.publish(await prepare.member('Teacher'), { courses })
  const faults = faultsOf(page)
  await page.route(isHosted, (route) => route.abort('connectionrefused'))
  await page.clock.install()
  await logInAs(page, await prepare.member('Student'))
  const card = player(page).getByRole('alert')
  await visit(page, `${watchPath(published)}?t=42`)
  await pressStart(page)
  for (const [index, host] of hosts.entries()) {
    await test.step(host, async () => {
      faults.length = 0
      await expect(page.locator('iframe')).toHaveAttribute('src', /controls=0/)
      await expect(async () => {
        await page.clock.runFor(1000)
        await expect(card).toContainText(
          `${host} is not responding. It may be blocked on your network.We waited 5 seconds. Your progress is kept.`,
          { timeout: 100 },
        )
      }).toPass()
      await expect(page.locator('iframe')).toBeHidden()
      await expect.poll(() => faults).toEqual(['no-messages'])
      expect(await violationsIn(page, undefined)).toEqual([])
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 720 })
        const cut = await card.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
        expect(cut, `at ${width} px`).toBe(0)
      }

      await card.getByRole('button', { name: 'Tell the teacher' }).click()
      await expect(card.getByRole('button', { name: 'Reported' })).toBeVisible()
      await card.getByRole('button', { name: 'Try again' }).click()
      await expect(card).toHaveCount(0)
      await expect(async () => {
        await page.clock.runFor(1000)
        await expect(card).toBeVisible({ timeout: 100 })
      }).toPass()
      if (host === 'YouTube') {
        await card.getByRole('button', { name: 'Next video' }).click()
        await expect(page).toHaveURL(watchPath(published, index + 1))
      }
    })
  }
})

/** Where the host's own controls start the video that was asked for at a second. */
const OWN_CONTROLS = {
  YouTube: `https://www.youtube-nocookie.com/embed/${VIDEOS.YouTube}?autoplay=1&rel=0&playsinline=1&start=42`,
  Vimeo: 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&playsinline=1#t=42s',
} as const

/** A host whose first message comes when the test says so. */
const LATE = `<title>Late</title><script>
  const info = { currentTime: 42, duration: 120, playerState: 1 }
  window.answer = () => parent.postMessage(JSON.stringify({ event: 'infoDelivery', info }), '*')
</script>`

test('a late answer of a host removes its card; its own controls play without progress', async ({
  page,
  prepare,
}) => {
  const hosts = ['YouTube', 'Vimeo'] as const
  const courses = hosts.map((host) => ({ videoLink: VIDEOS[host] }))
  const published = await prepare.publish(await prepare.member('Teacher'), { courses })
  await page.route(isHosted, (route) => route.fulfill({ contentType: 'text/html', body: LATE }))
  await page.clock.install()
  await logInAs(page, await prepare.member('Student'))
  const card = player(page).getByRole('alert')
  const waitForCard = async () => {
    await expect(page.locator('iframe')).toHaveCount(1)
    await expect(async () => {
      await page.clock.runFor(5000)
      await expect(card).toBeVisible({ timeout: 100 })
    }).toPass()
  }
  await test.step('a late answer', async () => {
    await visit(page, `${watchPath(published)}?t=42`)
    await pressStart(page)
    await waitForCard()
    const frame = page.frames().find((each) => isHosted(new URL(each.url())))
    await frame?.evaluate('answer()')
    await expect(card).toHaveCount(0)
    await expect(page.locator('iframe')).toBeVisible()
    await expect(control(page, 'Pause')).toBeVisible()
  })
  for (const [index, host] of hosts.entries()) {
    await test.step(`the own controls of ${host}`, async () => {
      await visit(page, `${watchPath(published, index)}?t=42`)
      await pressStart(page)
      await waitForCard()
      await card.getByRole('button', { name: `Play it in ${host}’s own player, without progress` }).click()
      await expect(
        player(page).getByText('Progress is not recorded for this video. You can mark it as done yourself.'),
      ).toBeVisible()
      await expect(page.locator('iframe')).toHaveAttribute('src', OWN_CONTROLS[host])
      await expect(control(page, 'Pause')).toHaveCount(0)
      await expect(main(page).getByRole('checkbox', { name: 'Ask this as a question at 0:42' })).toBeVisible()
      await control(page, 'Mark as done').click()
      await expect(control(page, 'Done')).toBeVisible()
    })
  }
})

test('a frame that does not load in 15 seconds counts as blocked', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const faults = faultsOf(page)
  await page.route(isHosted, () => undefined)
  await page.clock.install()
  await logInAs(page, await prepare.member('Student'))
  await visit(page, watchPath(published))
  await main(page)
    .getByRole('button', { name: /^Play video/ })
    .click()
  await expect(page.locator('iframe')).toHaveCount(1)
  await page.clock.runFor(15_000)
  await expect(player(page).getByRole('alert')).toContainText(
    'YouTube is not responding. It may be blocked on your network.We waited 15 seconds.',
  )
  await expect.poll(() => faults).toEqual(['not-loaded'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

const isHosted = ({ href }: URL) => HOSTS.some((host) => href.startsWith(host))

const pressStart = (page: Page) =>
  main(page)
    .getByRole('button', { name: /^(Play video|Continue at|Play from)/ })
    .click()
