/** What a user writes while an uploaded video plays. */
import type { Page } from '@playwright/test'
import { formatTime } from '#contract/format.ts'
import { expect, logInAs, test } from './accounts.ts'
import { violationsIn } from './axe.ts'
import { played, readyFilm } from './films.ts'
import { main, visit } from './screens.ts'
import { control, player, watchPath } from './watching.ts'

/** A film is prepared on a machine that may be busy. */
test.describe.configure({ timeout: 300_000 })

const VTT = 'WEBVTT\n\n00:00:12.000 --> 00:00:50.000\nThe variable is kept.\n'

const note = (page: Page) => main(page).getByRole('textbox', { name: 'Your note' })
const comment = (page: Page) => main(page).getByRole('textbox', { name: 'Add a comment' })
const second = (page: Page) => main(page).getByRole('group', { name: 'Second of the video' }).locator('b')
const item = (page: Page, text: string) => main(page).getByRole('listitem').filter({ hasText: text }).last()
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Waits until the video has gone on by so many seconds. */
async function watch(page: Page, seconds: number): Promise<void> {
  const { at } = await played(page)
  await expect.poll(async () => (await played(page)).at).toBeGreaterThan(at + seconds)
}

test('a note, a question and a bookmark keep the second at which they were begun', async ({
  page,
  prepare,
  app,
}) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, {
    courses: [{ videoLink: await readyFilm(app, teacher, 60) }],
  })
  const courseId = published.courses[0]?._id ?? ''
  const image = new Blob([VTT], { type: 'text/vtt' })
  await teacher.call('captions.save', { params: { courseId, language: 'en' }, image })
  const student = await prepare.member('Student')
  await student.call('users.setPlayer', { body: { rate: 1.5 } })
  await logInAs(page, student)
  await visit(page, `${watchPath(published)}?t=21`)
  await main(page)
    .getByRole('button', { name: /^(Play|Continue)/ })
    .first()
    .click()
  await expect.poll(async () => (await played(page)).at).toBeGreaterThan(22)

  await test.step('N, typing while the video goes on, Ctrl+Enter', async () => {
    await page.keyboard.press('n')
    await expect(note(page)).toBeFocused()
    const begun = (await second(page).textContent()) ?? ''
    await page.keyboard.type('The variable is kept, ')
    await watch(page, 2)
    await page.keyboard.type('not a copy.')
    await page.keyboard.press('Control+Enter')
    await expect(note(page)).toHaveValue('')
    await expect(item(page, 'not a copy.').getByRole('link', { name: begun, exact: true })).toBeVisible()
    const { notes } = await student.call('notes.list', { query: { courseId } })
    expect(notes.map(({ at }) => formatTime(at))).toEqual([begun])
  })
  await test.step('−5 s, and the second of the video', async () => {
    await note(page).fill('Moved')
    const begun = (await second(page).textContent()) ?? ''
    await main(page).getByRole('button', { name: '−5 s' }).click()
    await expect(second(page)).not.toHaveText(begun)
    await expect(note(page)).toBeFocused()
    await main(page).getByRole('button', { name: /^Use/ }).click()
    expect((await second(page).textContent()) ?? '').not.toBe('')
    expect(await violationsIn(page, undefined)).toEqual([])
  })
  await test.step('a draft comes back with its second', async () => {
    await main(page).getByRole('button', { name: '−5 s' }).click()
    const chosen = (await second(page).textContent()) ?? ''
    await expect(main(page).getByText('Draft kept')).toBeVisible()
    await page.reload()
    await expect(note(page)).toHaveValue('Moved')
    await expect(second(page)).toHaveText(chosen)
    await note(page).press('Control+Enter')
    await expect(item(page, 'Moved').getByRole('link', { name: chosen, exact: true })).toBeVisible()
  })
  await test.step('the video waits while a note is typed', async () => {
    await main(page)
      .getByRole('button', { name: /^(Play|Continue)/ })
      .first()
      .click()
    await watch(page, 1)
    await main(page).getByRole('switch', { name: 'Pause while I type' }).click()
    await note(page).pressSequentially('Waits')
    await expect(control(page, 'Play')).toBeVisible()
    await note(page).press('Control+Enter')
    await expect(control(page, 'Pause')).toBeVisible()
    await main(page).getByRole('switch', { name: 'Pause while I type' }).click()
  })
  await test.step('B sets a bookmark, and Undo removes it', async () => {
    await player(page).focus()
    await page.keyboard.press('b')
    await toast(page, 'Bookmarked at').getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Bookmark removed.')).toBeVisible()
    await player(page).focus()
    await page.keyboard.press('b')
    await expect(item(page, 'Bookmark · The variable is kept.')).toBeVisible()
    await toast(page, 'Bookmarked at').getByRole('button', { name: 'Add a note' }).click()
    await expect(main(page).getByRole('textbox', { name: /^Edit your bookmark/ })).toBeFocused()
    await page.keyboard.type('It is kept.')
    await page.keyboard.press('Control+Enter')
    await expect(item(page, 'It is kept.')).toBeVisible()
  })
  await test.step('Q asks at the second at which it was begun', async () => {
    await player(page).focus()
    await page.keyboard.press('q')
    await expect(comment(page)).toBeFocused()
    const box = main(page).getByRole('checkbox', { name: /^Ask this as a question at/ })
    await expect(box).toBeChecked()
    const begun = (
      (await main(page)
        .getByText(/^Ask this/)
        .textContent()) ?? ''
    )
      .split(' ')
      .at(-1)
    await page.keyboard.type('Is it a copy?')
    await watch(page, 2)
    await page.keyboard.press('Control+Enter')
    await expect(
      item(page, 'Is it a copy?').getByRole('link', { name: `Question at ${begun}` }),
    ).toBeVisible()
    await expect(box).not.toBeChecked()
  })
})
