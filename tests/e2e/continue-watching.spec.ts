import type { Page } from '@playwright/test'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { logIn, toast } from './account-forms.ts'
import { expect, logInAs, type Member, type Published, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { failCalls } from './failing-call.ts'
import { shiftsOf, totalOf, watchShifts } from './layout-shift.ts'
import { answerTo, main, visit } from './screens.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const videoKey = videoKeyOf({ source: 'youtube', key: 'aircAruvnKk' })

/** Saves what a player would save. */
const watch = (student: Member, id: string, seconds: number) =>
  student.call('progress.save', {
    params: { id },
    body: { at: seconds, duration: 100, ranges: [[0, seconds]], videoKey, rate: 1 },
  })

const firstOf = ({ courses }: Published) => courses[0]?._id ?? ''

const row = (page: Page) => main(page).getByRole('region', { name: 'Continue watching' })
const cards = (page: Page) => row(page).getByRole('article')
const hero = (page: Page) => main(page).getByRole('region', { name: 'Learn it from people who do it.' })

test('a user continues a started playlist from the home page, and can remove it there', async ({
  page,
  prepare,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const teacher = await prepare.member('Teacher')
  const one = await prepare.publish(teacher, { courses: [{ title: 'Knots that hold' }, {}] })
  const other = await prepare.publish(teacher, { courses: [{}] })
  const student = await prepare.member('Student')
  await watch(student, firstOf(one), 40)
  await watch(student, firstOf(other), 10)
  await logInAs(page, student)
  await visit(page, '/')
  await expect(cards(page)).toHaveCount(2)
  await expect(cards(page).nth(0)).toContainText(other.title)
  await expect(cards(page).nth(1)).toContainText(one.title)
  await expect(cards(page).nth(1)).toContainText('1 min left')
  expect(await violationsIn(page, undefined)).toEqual([])

  await test.step('a removal that fails is undone', async () => {
    const restore = await failCalls(page, 'progress.hide', { status: 500, message: 'Not today.' })
    await row(page)
      .getByRole('button', { name: `More for ${other.title}` })
      .click()
    await page.getByRole('menuitem', { name: 'Remove from this row' }).click()
    await expect(toast(page, 'Not today.')).toBeVisible()
    await expect(cards(page)).toHaveCount(2)
    await restore()
  })
  await test.step('removing one', async () => {
    const more = row(page).getByRole('button', { name: `More for ${other.title}` })
    await more.click()
    const saved = answerTo(page, 'PUT', '/hidden')
    await page.getByRole('menuitem', { name: 'Remove from this row' }).press('Enter')
    await expect(cards(page)).toHaveCount(1)
    await saved
    await expect(row(page).getByRole('button', { name: `More for ${one.title}` })).toBeFocused()
    await visit(page, '/')
    await expect(cards(page)).toHaveCount(1)
  })
  await test.step('going on', async () => {
    await cards(page).getByRole('link', { name: 'Continue at 0:37: Knots that hold' }).click()
    await expect(main(page).getByRole('button', { name: /^Continue at 0:37/ })).toBeVisible()
  })
  await test.step('watching brings it back', async () => {
    await watch(student, firstOf(other), 12)
    await visit(page, '/')
    await expect(cards(page)).toHaveCount(2)
  })
})

const fresh = (page: Page) => main(page).getByRole('region', { name: 'New from teachers you follow' })

test('a new device shows a user no panel for visitors, and nothing moves', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const student = await prepare.member('Student')
  for (let n = 0; n < 4; n += 1) {
    const published = await prepare.publish(teacher, { courses: [{ title: `Lesson ${n}` }] })
    await watch(student, firstOf(published), 10 + n)
  }
  await student.call('follows.followTeacher', { params: { teacherId: teacher.id } })
  const expectStillHome = async () => {
    await expect(cards(page)).toHaveCount(4)
    await expect(fresh(page).getByRole('article')).toHaveCount(4)
    await expect(hero(page)).toHaveCount(0)
    const shifts = await shiftsOf(page)
    expect(totalOf(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.01)
  }
  await watchShifts(page)
  await test.step('after the login', async () => {
    await logIn(page, student)
    await expect(page).toHaveURL('/')
    await expectStillHome()
    expect(await violationsIn(page, undefined)).toEqual([])
  })
  for (const width of [1440, 800, 390]) {
    await test.step(`loaded again at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 1200 })
      await visit(page, '/')
      await expectStillHome()
    })
  }
  await test.step('the first paint', async () => {
    await page.route(/\/assets\/.*\.js$/, () => undefined)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(main(page).locator('[aria-busy="true"]')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Learn it from people who do it.' })).toBeHidden()
  })
})

test('a visitor, a newcomer and the next user of the browser see the panel', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const student = await prepare.member('Student')
  await visit(page, '/')
  await expect(hero(page)).toBeVisible()
  await logInAs(page, student)
  await visit(page, '/')
  await expect(hero(page)).toBeVisible()
  await expect(row(page)).toHaveCount(0)
  await watch(student, firstOf(published), 10)
  await visit(page, '/')
  await expect(cards(page)).toHaveCount(1)
  await expect(hero(page)).toHaveCount(0)
  await page
    .getByRole('complementary', { name: 'Side menu' })
    .getByRole('button', { name: 'Log Out' })
    .click()
  await page.getByRole('button', { name: 'Yes, log me out!' }).click()
  await expect(hero(page)).toBeVisible()
  await expect(row(page)).toHaveCount(0)
})

test('the playlist page: Start, Continue, Watch again', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, {
    courses: [{ title: 'First steps' }, { title: 'Second wind' }],
  })
  const image = new Blob(['WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n'], { type: 'text/vtt' })
  const params = { courseId: published.courses[0]?._id ?? '', language: 'en' }
  await teacher.call('captions.save', { params, image })
  const student = await prepare.member('Student')
  const [first, second] = published.courses.map(({ _id }) => `/watch-video/${published.id}/${_id}`)
  const link = (name: string | RegExp) => main(page).getByRole('link', { name })
  await test.step('a visitor starts, after a login', async () => {
    await visit(page, `/playlist-details/${published.id}`)
    await expect(link('Start watching')).toHaveAttribute('href', first ?? '')
    await expect(main(page).getByText('of 2 done')).toHaveCount(0)
    await link('Start').click()
    await expect(page).toHaveURL('/login')
  })
  await test.step('a user without progress', async () => {
    await logInAs(page, student)
    await visit(page, `/playlist-details/${published.id}`)
    await expect(main(page).getByText('0 of 2 done')).toBeVisible()
    await expect(link('Start watching')).toHaveAttribute('href', first ?? '')
  })
  await test.step('started', async () => {
    await watch(student, firstOf(published), 40)
    await visit(page, `/playlist-details/${published.id}`)
    await expect(link('Continue at 0:37 First steps')).toHaveAttribute('href', first ?? '')
    await expect(main(page).getByRole('listitem').filter({ hasText: 'First steps' })).toContainText(
      /1:40Continue at 0:37/,
    )
    await expect(main(page).getByText('1 min left')).toBeVisible()
    expect(await violationsIn(page, undefined)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step('one is done', async () => {
    const [course] = published.courses
    await student.call('progress.done', { params: { id: course?._id ?? '' }, body: { done: true } })
    await visit(page, `/playlist-details/${published.id}`)
    await expect(main(page).getByText('1 of 2 done')).toBeVisible()
    await expect(link('Continue Second wind')).toHaveAttribute('href', second ?? '')
    await expect(main(page).getByRole('listitem').filter({ hasText: 'First steps' })).toContainText('Done')
  })
  await test.step('all are done', async () => {
    for (const { _id } of published.courses) {
      await student.call('progress.done', { params: { id: _id }, body: { done: true } })
    }
    await visit(page, `/playlist-details/${published.id}`)
    await expect(link('Watch again')).toHaveAttribute('href', first ?? '')
  })
})

test('the progress of a playlist moves nothing when it arrives', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}, {}, {}] })
  const student = await prepare.member('Student')
  await watch(student, firstOf(published), 40)
  await logInAs(page, student)
  await watchShifts(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await visit(page, `/playlist-details/${published.id}`)
    await expect(main(page).getByRole('link', { name: /^Continue at / })).toBeVisible()
    const shifts = await shiftsOf(page)
    expect(totalOf(shifts), `${width} px: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.01)
  }
})
