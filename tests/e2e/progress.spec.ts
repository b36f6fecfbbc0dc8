import type { Locator, Page } from '@playwright/test'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { toast } from './account-forms.ts'
import { expect, logInAs, type Member, type Published, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { failCalls } from './failing-call.ts'
import { fakeVideo } from './fake-video.ts'
import { main, openPopup, visit } from './screens.ts'

const watchOf = ({ id, courses }: Published, index = 0) => `/watch-video/${id}/${courses[index]?._id}`
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

/** The page saves at most once in this time. */
const SAVE_PAUSE_MS = 5000

/** Starts the video, which is a minute long. */
async function play(
  page: Page,
  name: string | RegExp = /^Play video/,
): Promise<ReturnType<typeof fakeVideo>> {
  await button(main(page), name).click()
  const video = fakeVideo(page)
  await video.setDuration(60)
  await expect(button(main(page), 'Pause')).toBeVisible()
  await expect(main(page).getByText('/ 1:00')).toBeVisible()
  return video
}

/** What the server has of the first course. */
async function stored(student: Member, { id, courses }: Published) {
  const courseId = courses[0]?._id ?? ''
  const progress = await student.call('progress.ofPlaylist', { params: { id }, query: { course: courseId } })
  const course = progress.courses.find(({ _id }) => _id === courseId)
  return { ranges: progress.ranges, at: course?.atSeconds, done: course?.done, updatedAt: course?.updatedAt }
}

const pause = (page: Page) => button(main(page), 'Pause').click()
const secondsOf = (ranges: readonly (readonly [number, number])[] = []) =>
  ranges.reduce((sum, [from, to]) => sum + to - from, 0)

test('watched to 1:35 and closed, the video continues at 1:32 in another browser', async ({
  page,
  newPerson,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}, {}] })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, watchOf(published))
  await button(main(page), /^Play video/).click()
  const video = fakeVideo(page)
  await expect(button(main(page), 'Pause')).toBeVisible()
  await video.runAndFreeze(95 - (await video.state()).time)
  await expect(main(page).getByRole('slider', { name: 'Position' })).toHaveValue('95')
  await page.close()

  const elsewhere = await newPerson()
  await logInAs(elsewhere, await prepare.login(student))
  await expect.poll(async () => Math.round((await stored(student, published)).at ?? 0)).toBe(95)
  await visit(elsewhere, watchOf(published))
  await expect(button(main(elsewhere), /^Continue at 1:32/)).toBeVisible()
  await button(main(elsewhere), /^Continue at 1:32/).click()
  await expect.poll(async () => (await fakeVideo(elsewhere).state()).time).toBeGreaterThanOrEqual(92)
})

test('a jump to the end is not done, 90 % is, and the user can take it back', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), {
    courses: [{ title: 'First steps' }, {}],
  })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await page.clock.install()
  await visit(page, watchOf(published))
  const mark = button(main(page), 'Mark as done')
  const rail = main(page).getByRole('complementary')

  const first = await play(page)
  await page.keyboard.press('9')
  await first.run(10)
  await expect(main(page).getByRole('heading', { name: /^Up next/ })).toBeVisible()
  await page.clock.runFor(SAVE_PAUSE_MS)
  await expect.poll(async () => (await stored(student, published)).at).toBe(60)
  await expect(mark).toBeVisible()

  await button(main(page), 'Replay').click()
  await expect(button(main(page), 'Pause')).toBeVisible()
  await first.run(53)
  await pause(page)
  await page.clock.runFor(SAVE_PAUSE_MS)
  await expect(button(main(page), 'Done')).toBeVisible()
  await expect(rail.locator('p', { hasText: '1 of 2 done' })).toBeVisible()
  await expect(rail.getByRole('link', { name: 'First steps' })).toContainText('Done')
  expect((await stored(student, published)).done).toBe(true)

  await button(main(page), 'Done').click()
  await expect(toast(page, 'Marked as not done.')).toBeVisible()
  await expect(mark).toHaveAccessibleDescription(
    'A video is done when you have watched 90% of it, or when you mark it as done.',
  )
  await expect(rail.locator('p', { hasText: '0 of 2 done' })).toBeVisible()
  await expect.poll(async () => (await stored(student, published)).done).toBe(false)
})

test('seconds watched offline arrive exactly when the network is back', async ({
  page,
  context,
  prepare,
  allowConsole,
}) => {
  allowConsole(/net::ERR_INTERNET_DISCONNECTED/)
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, watchOf(published))
  const video = await play(page)
  const bar = page.getByRole('region', { name: 'Connection' })
  await context.setOffline(true)
  await expect(bar).toHaveText('You are offline. Your progress is kept.')
  await expect.poll(async () => (await video.state()).time).toBeGreaterThan(6)
  await pause(page)
  const { time } = await video.state()
  expect((await stored(student, published)).ranges).toEqual([])
  await context.setOffline(false)
  await expect(bar).toHaveText(`You are online again. ${Math.round(time)} seconds were added.`)
  await expect.poll(async () => (await stored(student, published)).ranges).toEqual([[0, Math.round(time)]])
  const queue = () => page.evaluate((key) => localStorage.getItem(key) ?? '', `progress:${student.id}`)
  // The answer may still be on its way.
  await expect
    .poll(async () => JSON.parse(await queue())[published.courses[0]?._id ?? ''])
    .toMatchObject({ bits: '' })
  expect(await queue()).not.toContain('startedAt')
  await expect(bar).toHaveCount(0)
})

test('progress that waits for a video that was removed is reported once', async ({
  page,
  context,
  prepare,
  allowConsole,
}) => {
  allowConsole(/net::ERR_INTERNET_DISCONNECTED|status of 404/)
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}] })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, watchOf(published))
  const video = await play(page)
  await context.setOffline(true)
  await video.run(5)
  await pause(page)
  await page.goto('about:blank')
  const params = { playlistId: published.id, courseId: published.courses[0]?._id ?? '' }
  await teacher.call('courses.remove', { params })
  await context.setOffline(false)
  await visit(page, '/about')
  await expect(toast(page, 'Progress for 1 removed video was not saved.')).toBeVisible()
  await visit(page, '/contact')
  await expect(page.getByText('Progress for 1 removed video')).toHaveCount(0)
})

test('the position of another device that is far ahead is offered', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, watchOf(published))
  await button(main(page), /^Play video/).click()
  const video = fakeVideo(page)
  await video.setDuration(600)
  await expect(button(main(page), 'Pause')).toBeVisible()
  await video.run(195.25 - (await video.state()).time)
  await pause(page)
  await expect.poll(async () => Math.floor((await stored(student, published)).at ?? 0)).toBe(195)

  const elsewhere = await prepare.login(student)
  await elsewhere.call('progress.save', {
    params: { id: published.courses[0]?._id ?? '' },
    body: { at: 523, duration: 600, ranges: [], videoKey: videoKeyOf({ source: 'youtube', key: 'aircAruvnKk' }), rate: 1 }, // biome-ignore format: one save
  })
  await visit(page, watchOf(published))
  await expect(button(main(page), /^Continue at 3:12/)).toBeVisible()
  await button(main(page), 'Continue at 8:40 (from another device)').click()
  await expect(page.locator('iframe')).toHaveAttribute('src', /start=520/)
})

test('a second of the address starts there, and the stored position waits ten seconds', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, watchOf(published))
  const before = await play(page)
  await before.run(20 - (await before.state()).time)
  await pause(page)
  await expect.poll(async () => (await stored(student, published)).ranges).not.toEqual([])
  const { at } = await stored(student, published)

  await visit(page, `${watchOf(published)}?t=0m40s`)
  const video = await play(page, /^Play from 0:40/)
  await video.run(3)
  await pause(page)
  await expect.poll(async () => (await stored(student, published)).ranges?.length).toBe(2)
  expect((await stored(student, published)).at).toBe(at)
})

test('after ten seconds of playback the address loses its second, and a reload continues where the video was', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await logInAs(page, await prepare.member('Student'))
  await page.clock.install()
  await visit(page, `${watchOf(published)}?t=30&q=nothing`)
  await button(main(page), /^Play from 0:30/).click()
  const video = fakeVideo(page)
  await expect(button(main(page), 'Pause')).toBeVisible()
  await video.setDuration(600)
  await expect(page).toHaveURL(`${watchOf(published)}?t=30&q=nothing`)
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page).toHaveURL(watchOf(published), { timeout: 100 })
  }).toPass()
  expect((await video.state()).time).toBeGreaterThanOrEqual(40)
  await video.runAndFreeze(125 - (await video.state()).time)
  await expect(main(page).getByRole('slider', { name: 'Position' })).toHaveValue('125')
  await page.reload()
  await expect(button(main(page), /^Continue at 2:02/)).toBeVisible()
})

test('a log-out saves first what the server has not answered', async ({ page, prepare, allowConsole }) => {
  allowConsole(/net::ERR_INTERNET_DISCONNECTED/)
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, watchOf(published))
  await failCalls(page, 'progress.save', 'lost')
  const video = await play(page)
  await expect.poll(async () => (await video.state()).time).toBeGreaterThan(4)
  const popup = await openPopup(page)
  await button(popup, 'Log Out').click()
  await button(page, 'Yes, log me out!').click()
  await expect(page).toHaveURL('/')
  const again = await prepare.login(student)
  await expect.poll(async () => secondsOf((await stored(again, published)).ranges)).toBeGreaterThanOrEqual(4)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('progress')))).toEqual([]) // biome-ignore format: one line
})

test('a course that is withdrawn plays on, and its end says why nothing was saved', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, watchOf(published))
  await failCalls(page, 'progress.save', { status: 404, message: 'Course not found.', code: 'not_found' })
  const video = await play(page)
  await video.run(12)
  await expect(main(page).getByText('This video is under review.')).toHaveCount(0)
  await video.run(60)
  await expect(main(page).getByText('This video is under review.')).toBeVisible()
})

test('a paused history saves nothing until it is resumed', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  await student.call('users.setPlayer', { body: { historyPaused: true } })
  await logInAs(page, student)
  const saves: string[] = []
  page.on('request', (request) => {
    if (/\/api\/progress\/[^/?]+$/.test(request.url()) && request.method() === 'PUT')
      saves.push(request.url())
  })
  await visit(page, watchOf(published))
  const text = main(page).getByText('History is paused. Your progress is not being saved.')
  await expect(text).toBeVisible()
  const video = await play(page)
  await video.run(12)
  await pause(page)
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('progress')
  expect(saves).toEqual([])
  // While the server does not know it yet, it would take a save and store nothing.
  const resume = Promise.withResolvers<void>()
  await page.route(/\/users\/me\/player$/, async (route) => {
    await resume.promise
    await route.continue()
  })
  await button(main(page), 'Resume history').click()
  await button(main(page), 'Play').click()
  await expect(button(main(page), 'Pause')).toBeVisible()
  await video.run(12)
  await pause(page)
  expect(saves).toEqual([])
  resume.resolve()
  await expect(text).toHaveCount(0)
  await button(main(page), 'Play').click()
  await expect(button(main(page), 'Pause')).toBeVisible()
  await video.run(12)
  await pause(page)
  await expect
    .poll(async () => secondsOf((await stored(student, published)).ranges))
    .toBeGreaterThanOrEqual(11)
})

test('the watch page with progress passes axe, and its playlist opens on a phone', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}, {}, {}] })
  const student = await prepare.member('Student')
  await student.call('progress.done', {
    params: { id: published.courses[1]?._id ?? '' },
    body: { done: true },
  })
  await logInAs(page, student)
  await visit(page, watchOf(published))
  await expect(main(page).getByRole('complementary').getByText('1 of 3 done').last()).toBeVisible()
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  const toggle = button(main(page), /^Playlist · 1 of 3/)
  await expect(toggle).toContainText('1 of 3 done')
  await toggle.click()
  await expect(main(page).getByText('A video is done when')).toBeVisible()
  expect(await violationsIn(page, undefined)).toEqual([])
})
