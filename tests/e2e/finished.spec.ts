/** The history by day, what a user keeps of a playlist after watching all of it, and the true figures of the site. */

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { formatMinutes } from '#contract/format.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { test as base, expect, logInAs, type Member, type Published } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { textOfPdf } from './pdf-text.ts'
import { heading, main, visit } from './screens.ts'
import { openTestApp } from './server.ts'
import type { WorkerFixtures } from './site.ts'

const test = base.extend<object, Pick<WorkerFixtures, 'app'>>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const app = await openTestApp({ FIGURES: 'real' })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const NOTES = ['The backpack is kept, not a copy.', 'One waiter, two lists.', 'Look outwards: x < y & "z".']
const QUESTION = 'Is a module the same idea?'
const ANSWER = 'Yes: one backpack for a whole file.'

/** Watches half a minute of each video, as the player of that zone saves it, and marks them as done. */
async function watchAll(student: Member, { courses }: Published, timeZone: string): Promise<void> {
  for (const { _id, videoLink = '' } of courses) {
    const videoKey = videoKeyOf({ source: 'youtube', key: videoLink })
    const save = { at: 30, duration: 120, ranges: [[0, 30] as [number, number]], videoKey, rate: 1, timeZone }
    await student.call('progress.save', { params: { id: _id }, body: save })
    await student.call('progress.done', { params: { id: _id }, body: { done: true } })
  }
}

async function write(student: Member, { teacher, courses }: Published): Promise<void> {
  for (const [index, text] of NOTES.entries()) {
    const courseId = courses[index % courses.length]?._id ?? ''
    await student.call('notes.create', { body: { courseId, at: 10 + index, text } })
  }
  const courseId = courses[0]?._id ?? ''
  const asked = await student.call('comments.create', {
    body: { courseId, text: QUESTION, question: true, at: 20 },
  })
  const { _id: commentId } = asked.comment
  const { comment } = await teacher.call('comments.create', {
    body: { courseId, text: ANSWER, parentId: commentId },
  })
  await student.call('comments.answer', { params: { commentId }, body: { by: comment._id } })
}

test('a finished playlist is found, printed and kept as Markdown; the history by day has the days of the server', async ({
  page,
  newPerson,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), {
    courses: [{ title: 'Closures' }, { title: 'The event loop' }],
  })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  await visit(page, '/learning')
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  await watchAll(student, published, timeZone)
  await write(student, published)

  await test.step('the history by day', async () => {
    const { days } = await student.call('learning.days', { query: { from: '2020-01-01' } })
    const total = days.reduce((sum, { seconds }) => sum + seconds, 0)
    expect(total).toBe(60)
    await visit(page, '/learning/history')
    const history = main(page).getByRole('region', { name: 'Your history' })
    const heads = history.getByRole('heading', { level: 3 }).locator('..')
    await expect(heads).toHaveText(
      days.toReversed().map(({ seconds }) => new RegExp(` ?${formatMinutes(seconds)} watched$`)),
    )
    await expect(history.getByRole('listitem')).toHaveCount(2)
    await expect(main(page).getByRole('complementary', { name: 'This week' })).toContainText('of new video')
    expect(await violationsIn(page, undefined)).toEqual([])
    await page.getByRole('radio', { name: 'By playlist' }).click()
    await expect(history.getByRole('heading', { level: 3 })).toHaveText([published.title])
    expect(await violationsIn(page, undefined)).toEqual([])
  })

  await test.step('the finished page', async () => {
    await visit(page, '/learning/done')
    await main(page)
      .getByRole('link', { name: `What you keep: ${published.title}` })
      .click()
    await expect(heading(page, `You finished ${published.title}.`)).toBeVisible()
    await expect(page).toHaveURL(`/learning/finished/${published.id}`)
    await expect(main(page).getByText(ANSWER)).toBeVisible()
    expect(await violationsIn(page, undefined)).toEqual([])
  })

  await test.step('print and Markdown hold the same notes', async () => {
    const downloads = page.waitForEvent('download')
    await main(page).getByRole('button', { name: 'Markdown' }).click()
    const download = await downloads
    const markdown = (await readFile(await download.path(), 'utf8')).replaceAll('\\', '')
    const printed = textOfPdf(await page.pdf())
    for (const text of [...NOTES, QUESTION, ANSWER, 'Closures', 'The event loop']) {
      expect(markdown).toContain(text)
      expect(printed).toContain(text.replaceAll(/\s/g, ''))
    }
    expect(printed).not.toContain('Mylearning')
    expect(printed).not.toContain('Print')
  })

  await test.step('the figures are counted, for a visitor those of the site and for a user their own', async () => {
    await student.call('likes.like', { params: { courseId: published.courses[0]?._id ?? '' } })
    // The admin is a student, too.
    const visitor = await newPerson()
    await visit(visitor, '/')
    await expectFigures(visitor, {
      Videos: 2,
      Students: 2,
      Teachers: 1,
      'Total likes': 1,
      'Total comments': 2,
    })
    await expect(visitor.getByText('+40k')).toHaveCount(0)
    await visit(visitor, `/teacher-profile/${published.teacher.id}`)
    await expectFigures(visitor, { 'Total videos': 2, 'Total likes': 1, 'Total comments': 2 })
    await visit(page, '/')
    await expectFigures(page, { Students: 2, 'Total likes': 1, 'Total comments': 1 })
    await visit(page, `/profile/${student.id}`)
    await expect(main(page).getByRole('listitem').filter({ hasText: 'Liked videos' })).toContainText('1')
    await main(page).getByRole('link', { name: 'View comments' }).click()
    await expect(main(page).getByText(QUESTION)).toBeVisible()
    await visit(page, '/about')
    await expectFigures(page, { Students: 2 })
    await expect(heading(page, 'What students say')).toHaveCount(0)
  })
})

async function expectFigures(page: Page, figures: Record<string, number>): Promise<void> {
  const shown = main(page).locator('dl > div')
  for (const [label, value] of Object.entries(figures))
    await expect(shown.filter({ hasText: label })).toHaveText(`${label}${value}`)
}
