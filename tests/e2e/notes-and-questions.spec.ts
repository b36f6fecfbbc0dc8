/** Notes and comments of the watch page, with the fake players of fake-video.ts. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, logInAs, type Published, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { fakeVideo } from './fake-video.ts'
import { main, visit } from './screens.ts'

const watchOf = ({ id, courses }: Published, query = '') => `/watch-video/${id}/${courses[0]?._id}${query}`
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const tab = (page: Page, name: string) => main(page).getByRole('tab', { name })
const item = (page: Page, text: string) => main(page).getByRole('listitem').filter({ hasText: text }).last()

const second = (page: Page) => main(page).getByRole('group', { name: 'Second of the video' }).locator('b')
const asks = (page: Page, at: string) =>
  main(page).getByRole('checkbox', { name: `Ask this as a question at ${at}` })

/** Plays the video to this second and pauses it there. */
async function pauseAt(page: Page, second: number): Promise<void> {
  await button(page, /^Play video/).click()
  const video = fakeVideo(page)
  await expect(button(page, 'Pause')).toBeVisible()
  await video.run(second - (await video.state()).time)
  await page.keyboard.press('k')
  await expect(button(page, 'Play')).toBeVisible()
}

test('notes: written at a second by keyboard, edited, exported and deleted', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  await logInAs(page, await prepare.member('Student'))
  await visit(page, watchOf(published))
  await pauseAt(page, 95)

  await test.step('N opens the tab and focuses the field; the video plays on while the user types', async () => {
    await page.keyboard.press('n')
    await expect(page).toHaveURL(/[?&]tab=notes/)
    const field = main(page).getByLabel('Your note')
    await expect(field).toBeFocused()
    await expect(second(page)).toHaveText('1:35')
    await page.keyboard.type('A closure keeps the variable, see 0:40.')
  })
  await test.step('Ctrl+Enter saves it at this second', async () => {
    await main(page).getByLabel('Your note').press('Control+Enter')
    await expect(item(page, 'A closure keeps the variable')).toBeVisible()
    await expect(main(page).getByLabel('Your note')).toHaveValue('')
    await expect(tab(page, 'Notes')).toContainText('1')
  })
  await test.step('its time codes move the video', async () => {
    await item(page, 'A closure').getByRole('link', { name: '0:40', exact: true }).click()
    await expect.poll(async () => Math.floor((await fakeVideo(page).state()).time)).toBeGreaterThanOrEqual(40)
    await expect.poll(async () => Math.floor((await fakeVideo(page).state()).time)).toBeLessThan(80)
  })
  await test.step('editing', async () => {
    await item(page, 'A closure')
      .getByRole('button', { name: /^More: note/ })
      .press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    const editor = main(page).getByLabel(/^Edit your note/)
    await expect(editor).toBeFocused()
    await editor.fill('Not a copy.')
    await editor.press('Control+Enter')
    await expect(item(page, 'Not a copy.').getByRole('button', { name: /^More: note/ })).toBeFocused()
  })
  await test.step('export', async () => {
    const arriving = page.waitForEvent('download')
    await button(page, /^Export notes/).click()
    const download = await arriving
    expect(download.suggestedFilename()).toBe(`${published.title} notes.md`)
    const markdown = await readFile(await download.path(), 'utf8')
    expect(markdown).toContain(`# ${published.title}`)
    expect(markdown).toContain('Not a copy')
  })
  await test.step('unsaved text survives a reload', async () => {
    await main(page).getByLabel('Your note').fill('Half a thought')
    await page.reload()
    await expect(main(page).getByLabel('Your note')).toHaveValue('Half a thought')
  })
  expect(await violationsIn(page, undefined)).toEqual([])
  await test.step('deleting asks first', async () => {
    await item(page, 'Not a copy.')
      .getByRole('button', { name: /^More: note/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    expect(await violationsIn(page, undefined)).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click()
    await expect(main(page).getByRole('heading', { name: 'No notes in this video yet.' })).toBeVisible()
    await expect(main(page).getByRole('heading', { name: 'Your notes in this video' })).toBeFocused()
  })
})

test('a question at a second: asked, answered by the teacher, accepted and pinned, on both screens at once', async ({
  page,
  newPerson,
  prepare,
}) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}] })
  const student = await prepare.member('Student')
  await logInAs(page, student)
  const other = await newPerson()
  await logInAs(other, await prepare.login(teacher))
  for (const each of [page, other]) {
    const opened = each.waitForResponse(/\/api\/live/)
    await visit(each, watchOf(published))
    await opened
  }

  await test.step('the box names the second that the video is at', async () => {
    await expect(asks(page, '0:00')).toBeVisible()
    await pauseAt(page, 95)
    await expect(asks(page, '1:35')).toBeVisible()
  })
  await test.step('Q focuses the field with the box ticked', async () => {
    await page.keyboard.press('q')
    await expect(main(page).getByLabel('Add a comment')).toBeFocused()
    await expect(asks(page, '1:35')).toBeChecked()
    await page.keyboard.type('Do both share one count?')
    await button(page, 'Add Comment').click()
    await expect(item(page, 'Do both share').getByRole('link', { name: 'Question at 1:35' })).toBeVisible()
    await expect(asks(page, '1:35')).not.toBeChecked()
  })
  await test.step('the teacher replies in its place', async () => {
    await item(other, 'Do both share').getByRole('button', { name: 'Reply' }).click()
    await expect(main(other).getByLabel(`Reply to ${student.name}`)).toBeFocused()
    await other.keyboard.type(`@${student.name.slice(0, 4)}`)
    await expect(main(other).getByRole('option', { name: student.name, selected: true })).toBeVisible()
    expect(await violationsIn(other, undefined)).toEqual([])
    await other.keyboard.press('Enter')
    await other.keyboard.type('Each call gets its own. See 0:30.')
    await main(other).getByRole('listitem').getByRole('button', { name: 'Reply' }).click()
    await expect(item(page, 'Each call gets its own.').getByText('Teacher', { exact: true })).toBeVisible()
    await expect(item(other, 'Do both share').getByRole('button', { name: 'Reply' })).toBeFocused()
  })
  await test.step('the name leads to the asker, who likes the reply; the teacher sees the number at once', async () => {
    const mention = item(page, 'Each call gets its own.').getByRole('link', { name: `@${student.name}` })
    await expect(mention).toHaveAttribute('href', `/profile/${student.id}`)
    await item(page, 'Each call gets its own.').getByRole('button', { name: 'Like, 0' }).press('Enter')
    await expect(button(page, 'Like, 1')).toHaveAttribute('aria-pressed', 'true')
    await expect(item(other, 'Each call gets its own.').getByText('1like')).toBeVisible()
  })
  await test.step('the asker accepts it', async () => {
    await button(page, 'Mark as answer').press('Enter')
    await expect(button(page, 'Not the answer')).toBeFocused()
    await expect(item(other, 'Each call gets its own.').getByText('Answer', { exact: true })).toBeVisible()
    await expect(main(other).getByText('Answered')).toBeVisible()
  })
  await test.step('the teacher pins it', async () => {
    await button(other, 'Pin').click()
    await expect(main(page).getByText('Pinned')).toBeVisible()
    await expect(button(page, 'Unpin')).toHaveCount(0)
  })
  await test.step('Open has nothing any more; Questions has it', async () => {
    await button(page, 'Open').click()
    await expect(main(page).getByRole('heading', { name: 'No open questions.' })).toBeVisible()
    await button(page, 'Questions').click()
    await expect(item(page, 'Each call gets its own.')).toBeVisible()
  })
  expect(await violationsIn(page, undefined)).toEqual([])
  await test.step('a removed question keeps its answer', async () => {
    await main(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click()
    for (const each of [page, other]) {
      await expect(main(each).getByText('This comment was removed.')).toBeVisible()
      await expect(item(each, 'Each call gets its own.')).toBeVisible()
      await expect(main(each).getByRole('heading', { name: 'Comments 1' })).toBeVisible()
    }
    await page.reload()
    await expect(main(page).getByText('This comment was removed.')).toBeVisible()
  })
})

test('by moment the comments follow the video, and a time in a text is a link to that second', async ({
  page,
  prepare,
}) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const courseId = published.courses[0]?._id ?? ''
  const student = await prepare.member('Student')
  for (const [text, at] of [
    ['Early one, compare 1:10', 20],
    ['Late one', 100],
  ] as const) {
    await student.call('comments.create', { body: { courseId, text, at, question: true } })
  }
  await logInAs(page, student)
  await visit(page, watchOf(published))
  const texts = () => main(page).locator('section li').getByText(/one/).allTextContents()
  await expect.poll(texts).toEqual(['Late one', 'Early one, compare 1:10'])
  await main(page).getByLabel('Sort comments').selectOption('By moment')
  await expect.poll(texts).toEqual(['Early one, compare 1:10', 'Late one'])
  await main(page).getByRole('link', { name: '1:10' }).click()
  await expect(button(page, 'Pause')).toBeVisible()
  await expect.poll(async () => (await fakeVideo(page).state()).time).toBeGreaterThanOrEqual(70)
})

test('an old client sees replies as comments, and its comments are threads', async ({ page, prepare }) => {
  const published = await prepare.publish(await prepare.member('Teacher'), { courses: [{}] })
  const courseId = published.courses[0]?._id ?? ''
  const [course] = published.courses
  const student = await prepare.member('Student')
  const written = course && (await prepare.comment(student, course, 'From an old client.'))
  await logInAs(page, student)
  await visit(page, watchOf(published))
  await item(page, 'From an old client.').getByRole('button', { name: 'Reply' }).click()
  await main(page).getByLabel(`Reply to ${student.name}`).fill('From a new one.')
  await main(page).getByRole('listitem').getByRole('button', { name: 'Reply' }).click()
  await expect(item(page, 'From a new one.')).toBeVisible()
  await expect
    .poll(async () =>
      (await student.call('comments.list', { query: { courseId } })).comments.map(({ text }) => text),
    )
    .toEqual(['From a new one.', 'From an old client.'])
  expect(written?.parentId).toBeNull()
})

test('on a phone the tabs, a thread and the notes have no sideways scroll', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher', { name: 'A very long teacher name for a phone' })
  const published = await prepare.publish(teacher, { courses: [{}] })
  const courseId = published.courses[0]?._id ?? ''
  const asked = await teacher.call('comments.create', {
    body: { courseId, text: `Why? ${'abcdefghij'.repeat(30)}`, at: 3600, question: true },
  })
  await teacher.call('comments.create', { body: { courseId, text: 'Because.', parentId: asked.comment._id } })
  await teacher.call('notes.create', { body: { courseId, at: 3600, text: 'abcdefghij'.repeat(30) } })
  await logInAs(page, teacher)
  await page.setViewportSize({ width: 320, height: 700 })
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await visit(page, watchOf(published))
  await expect(item(page, 'Because.')).toBeVisible()
  expect(await sideways()).toBeLessThanOrEqual(0)
  await tab(page, 'Notes').click()
  await expect(item(page, 'abcdefghij')).toBeVisible()
  expect(await sideways()).toBeLessThanOrEqual(0)
  expect(await violationsIn(page, undefined)).toEqual([])
})
