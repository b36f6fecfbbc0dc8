/** /learning: what the user has started, watched, finished, noted and liked. */

import type { Page } from '@playwright/test'
import { videoKeyOf } from '#contract/video/video-key.ts'
import { expect, logInAs, type Member, type Published, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { answerTo, heading, main, openPopup, sideMenu, visit } from './screens.ts'

const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const tabs = (page: Page) => main(page).getByRole('navigation', { name: 'My learning' })

const HISTORY_MENU = 'Pause or clear history'

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await button(page, menu).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Saves a position in one of the courses, as the player does. */
async function watch(student: Member, { courses }: Published, { index = 0, at = 50 } = {}): Promise<void> {
  const course = courses[index]
  await student.call('progress.save', {
    params: { id: course?._id ?? '' },
    body: {
      at,
      duration: 120,
      ranges: [[0, 20]],
      videoKey: videoKeyOf({ source: 'youtube', key: course?.videoLink ?? '' }),
      rate: 1,
    },
  })
}

test('a new user finds My learning in popup and menu, and every tab says that it is empty', async ({
  page,
  prepare,
}) => {
  await logInAs(page, await prepare.member('Student'))
  await visit(page, '/')
  const popup = await openPopup(page)
  await popup.getByRole('link', { name: 'My learning' }).click()
  await expect(page).toHaveURL('/learning')
  await expect(page).toHaveTitle('My learning · Lectern')
  await expect(sideMenu(page).getByRole('link', { name: 'My learning' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  for (const [name, title] of [
    ['Continue', 'Nothing started yet.'],
    ['History', 'Nothing watched yet.'],
    ['Done', 'Nothing done yet.'],
    ['Notes', 'No notes yet.'],
    ['Liked', 'No liked videos yet.'],
  ] as const) {
    await tabs(page).getByRole('link', { name, exact: true }).click()
    await expect(heading(page, title)).toBeVisible()
    expect(await violationsIn(page, undefined)).toEqual([])
  }
  await main(page).getByRole('link', { name: 'Browse courses' }).click()
  await expect(page).toHaveURL('/courses')
})

test('the last playlist leads Continue; the menu removes one; the button goes to its second', async ({
  page,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const older = await prepare.publish(teacher, { courses: [{}, {}] })
  const newer = await prepare.publish(teacher, { courses: [{}] })
  const student = await prepare.member('Student')
  await watch(student, older)
  await watch(student, newer)
  await logInAs(page, student)
  await visit(page, '/learning')
  const cards = main(page).getByRole('article')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText(newer.title)
  await expect(cards.last()).toContainText('0 of 2 done')

  await test.step('the menu by keyboard', async () => {
    await cards
      .last()
      .getByRole('button', { name: `More: ${older.title}` })
      .press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Remove from this list' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(cards.last().getByRole('button', { name: `More: ${older.title}` })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Remove from this list' })).toBeFocused()
    const saved = answerTo(page, 'PUT', '/hidden')
    await page.keyboard.press('Enter')
    await expect(cards).toHaveCount(1)
    await saved
    await page.reload()
    await expect(cards).toHaveCount(1)
  })
  await cards
    .first()
    .getByRole('link', { name: /^Continue at 0:47/ })
    .click()
  await expect(page).toHaveURL(`/watch-video/${newer.id}/${newer.courses[0]?._id}`)
  await expect(button(page, /^Continue at 0:47/)).toBeVisible()
})

test('history: paused and resumed, one video removed, all cleared with the Done marks', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), {
    courses: [{ title: 'First of all' }, { title: 'Second thought' }],
  })
  const student = await prepare.member('Student')
  await watch(student, published)
  await watch(student, published, { index: 1 })
  const second = published.courses[1]?._id ?? ''
  await student.call('progress.done', { params: { id: second }, body: { done: true } })
  await logInAs(page, student)
  await visit(page, '/learning/history')
  const rows = main(page).getByRole('region', { name: 'Your history' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)

  await choose(page, HISTORY_MENU, 'Pause history')
  const paused = main(page).getByText('History is paused. Your progress is not being saved.')
  await expect(paused).toBeVisible()
  await page.reload()
  await button(page, 'Resume history').click()
  await expect(paused).toHaveCount(0)

  await choose(page, 'More: First of all', 'Forget')
  expect(await violationsIn(page, undefined)).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(rows).toHaveCount(1)

  await visit(page, '/learning/done')
  const done = main(page).getByRole('region', { name: 'Your done videos' }).getByRole('listitem')
  await expect(done).toContainText([/Second thought.*Marked as done on \d+ \w+ · Watch again$/])

  await visit(page, '/learning/history')
  await choose(page, HISTORY_MENU, 'Clear history')
  const dialog = page.getByRole('alertdialog', { name: 'Clear your history?' })
  await expect(dialog).toContainText('This also removes all your Done marks.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Clear history' }).click()
  await expect(heading(page, 'Nothing watched yet.')).toBeVisible()
  await expect(heading(page, 'History')).toBeFocused()
  await visit(page, '/learning/done')
  await expect(heading(page, 'Nothing done yet.')).toBeVisible()
})

test('notes are grouped by playlist and lead to their second; liked videos lead to their page', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), {
    courses: [{ title: 'Closures' }],
  })
  const courseId = published.courses[0]?._id ?? ''
  const student = await prepare.member('Student')
  await student.call('notes.create', { body: { courseId, at: 95, text: 'Remember this.' } })
  await student.call('likes.like', { params: { courseId } })
  await logInAs(page, student)
  await visit(page, '/learning/notes')
  const group = main(page).getByRole('region', { name: `Notes: ${published.title}` })
  await expect(group.getByText('Remember this.')).toBeVisible()
  expect(await violationsIn(page, undefined)).toEqual([])
  await expect(group.getByRole('link', { name: '1:35' })).toHaveAttribute(
    'href',
    `/watch-video/${published.id}/${courseId}?t=95`,
  )
  await tabs(page).getByRole('link', { name: 'Liked' }).click()
  await main(page).getByRole('link', { name: 'Closures' }).click()
  await expect(page).toHaveURL(`/watch-video/${published.id}/${courseId}`)
})
