/** A correction from its teacher's words to the learner who has watched the mistake. */
import { test as base, expect, logInAs, type Member } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { fakeVideo } from './fake-video.ts'
import { main, visit } from './screens.ts'
import { openTestApp } from './server.ts'
import type { WorkerFixtures } from './site.ts'
import { button, DASHBOARD } from './teacher-screens.ts'
import { player, pressPlay, startVideo, watchPath } from './watching.ts'

const test = base.extend<object, Pick<WorkerFixtures, 'app'>>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const app = await openTestApp({ REVIEW_EDITS: 'all' })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
test.use({ viewport: { width: 1440, height: 900 } })

const TEXT = 'It is the variable itself, not a copy.'
const VTT = 'WEBVTT\n\n00:30.000 --> 00:50.000\nIt keeps a copy of the value.\n'

test('a correction waits, is seen by those who watched the mistake, and ends with its video', async ({
  page,
  newPerson,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const student = await prepare.member('Student')
  const admin = await prepare.admin()
  const published = await prepare.publish(teacher, { courses: [{ title: 'Closures' }] })
  const [course] = published.courses
  const courseId = course?._id ?? ''
  await teacher.call('captions.save', {
    params: { courseId, language: 'en' },
    image: new Blob([VTT], { type: 'text/vtt' }),
  })
  const desk = await newPerson()
  const chip = (text: string) => main(page).getByRole('link', { name: 'Closures' }).getByText(text)
  const openPlaylist = () => visit(page, `/playlist-details/${published.id}`)

  await test.step('a student watches the mistake', async () => {
    const video = await startVideo(page, student, watchPath(published))
    await video.run(60)
    await expect.poll(() => watchedSeconds(student, published.id)).toBeGreaterThanOrEqual(30)
    await openPlaylist()
    await expect(chip('since you watched')).toHaveCount(0)
  })

  await test.step('the teacher writes the correction at the second of the video, and it waits', async () => {
    await logInAs(desk, teacher)
    await visit(desk, `${DASHBOARD}/build/${published.id}`)
    const panel = main(desk).getByRole('form', { name: 'Closures' })
    await button(panel, 'Play the video').click()
    await pressPlay(desk)
    await fakeVideo(desk).run(40)
    const add = panel.getByRole('button', { name: /^Add a correction at 0:4\d$/ })
    await expect(add).toBeVisible()
    await player(desk).getByRole('button', { name: 'Pause', exact: true }).click()
    const field = panel.getByLabel('Corrections')
    await field.fill('Line without a time')
    await button(panel, 'Save').click()
    await expect(panel).toContainText('Line 1: a correction needs a time and a text.')
    await field.fill('')
    await add.click()
    await desk.keyboard.type(TEXT)
    await expect(field).toHaveValue(new RegExp(`^0:4\\d ${TEXT}$`))
    expect(await violationsIn(desk, undefined)).toEqual([])
    await button(panel, 'Save').click()
    await expect.poll(() => waitingOf(teacher, published.id, courseId)).toBe('submitted')
    await openPlaylist()
    await expect(chip('Corrected since you watched')).toHaveCount(0)
    await approve(admin, teacher)
  })

  await test.step('the student hears of it until Got it', async () => {
    await openPlaylist()
    await expect(chip('Corrected since you watched')).toBeVisible()
    expect(await violationsIn(page, undefined)).toEqual([])
    await visit(page, `${watchPath(published)}?tab=about`)
    await expect(main(page)).toContainText('1 correction was added since you watched: 0:4')
    await button(page, 'Got it').click()
    await expect(button(page, 'Got it')).toHaveCount(0)
  })

  await test.step('it stands in the bar, below the description, in the transcript and in the search', async () => {
    const corrections = main(page).getByRole('region', { name: 'Corrections' })
    await expect(corrections).toContainText(TEXT)
    await main(page)
      .getByRole('button', { name: /^(Play|Continue|Watch)/ })
      .first()
      .click()
    await player(page).getByRole('button', { name: 'Pause', exact: true }).click()
    await corrections.getByRole('link', { name: /^0:4/ }).click()
    await expect(player(page)).toContainText(`Correction: ${TEXT}`)
    await page.setViewportSize({ width: 390, height: 844 })
    const words = player(page).getByText(`Correction: ${TEXT}`)
    await expect(words).toBeVisible()
    const height = async () => (await player(page).boundingBox())?.height
    const before = await height()
    await player(page).getByRole('button', { name: 'Forward 10 seconds' }).click()
    await expect(words).toHaveCount(0)
    expect(await height()).toBe(before)
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit(page, `${watchPath(published)}?tab=transcript`)
    await expect(main(page).getByRole('region', { name: 'Text of the video' })).toContainText(TEXT)
    expect(await violationsIn(page, undefined)).toEqual([])
    await visit(page, '/course-search?q=variable')
    await expect(main(page).getByRole('link', { name: /^Correction at 0:4/ })).toBeVisible()
    await openPlaylist()
    await expect(main(page).getByText('0 of 1 done')).toBeVisible()
    await expect(chip('since you watched')).toHaveCount(0)
  })

  await test.step('a new video asks for its corrections, and ends them when it is online', async () => {
    await visit(desk, `${DASHBOARD}/edit-course/${published.id}/${courseId}`)
    await desk.getByLabel('Video link').fill('aqz-KE-bpKQ')
    await button(desk, 'Update Course').click()
    const question = desk.getByRole('alertdialog')
    await expect(question).toContainText('1 correction belongs to the old video. It will be removed.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(desk.getByLabel('Corrections')).toHaveValue(new RegExp(TEXT))
    await button(desk, 'Update Course').click()
    await question.getByRole('button', { name: 'Replace' }).click()
    await expect.poll(() => waitingOf(teacher, published.id, courseId)).toBe('submitted')
    await approve(admin, teacher)
    await openPlaylist()
    await expect(chip('New video since you watched')).toBeVisible()
    await visit(page, `${watchPath(published)}?tab=about`)
    await expect(main(page)).toContainText('New video since you watched.')
    await expect(main(page).getByRole('region', { name: 'Corrections' })).toHaveCount(0)
  })
})

async function watchedSeconds(student: Member, playlistId: string): Promise<number> {
  const { courses } = await student.call('progress.ofPlaylist', { params: { id: playlistId } })
  return courses[0]?.watchedSeconds ?? 0
}

async function waitingOf(teacher: Member, playlistId: string, courseId: string) {
  const { waiting } = await teacher.call('courses.get', { params: { playlistId, courseId } })
  return waiting?.state
}

/** Approves the only version of this teacher that waits. */
async function approve(admin: Member, teacher: Member): Promise<void> {
  const { items } = await admin.call('review.list', { query: { teacher: teacher.id } })
  await admin.call('review.decide', {
    params: { revisionId: items[0]?._id ?? '' },
    body: { state: 'approved', message: '' },
  })
}
