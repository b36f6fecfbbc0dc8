/** Keys of an input method (Japanese, Chinese, Korean): Enter accepts a word and Escape rejects it, and nothing else happens. */
import type { Locator, Page } from '@playwright/test'
import { expect, logInAs, test } from './accounts.ts'
import { main, searchBox, visit } from './screens.ts'
import { player, startVideo, watchPath } from './watching.ts'

const WORD = 'にほんご'

interface Composition {
  /** Presses a key that belongs to the input method, as browsers report it: `isComposing` and the code 229. */
  press: (key: string, modifiers?: { ctrl: boolean }) => Promise<void>
  /** Accepts the word, which ends the composition. */
  accept: () => Promise<void>
}

/** Begins to type a word with an input method into the field with the focus. */
async function compose(page: Page, field: Locator): Promise<Composition> {
  const session = await page.context().newCDPSession(page)
  await field.focus()
  await field.press('End')
  const end = WORD.length
  await session.send('Input.imeSetComposition', { text: WORD, selectionStart: end, selectionEnd: end })
  await expect(field).toHaveValue(new RegExp(`${WORD}$`))
  return {
    press: async (key, { ctrl } = { ctrl: false }) => {
      const code = { key, code: key, windowsVirtualKeyCode: 229, modifiers: ctrl ? 2 : 0 }
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...code })
    },
    accept: () => session.send('Input.insertText', { text: WORD }).then(() => session.detach()),
  }
}

/** Records the calls that change something. */
/** Records every write but the progress and the settings of the player, which the tab of the panel is one of. */
function recordWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && !/\/(progress|player)$/.test(pathname)) writes.push(pathname)
  })
  return writes
}

/** Composes a word in the field and presses these keys. The field keeps the word and the focus. */
async function expectNothing(page: Page, field: Locator, keys: string[]): Promise<Composition> {
  const before = await field.inputValue()
  const composition = await compose(page, field)
  for (const key of keys) await composition.press(key)
  if (keys.includes('Enter')) await composition.press('Enter', { ctrl: true })
  await expect(field).toHaveValue(before + WORD)
  await expect(field).toBeFocused()
  return composition
}

/** Leaves a field with Escape and confirms that its text is lost. */
async function discard(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
}

test('on the build screen no title is saved, closed or left', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { id } = await prepare.publish(teacher, { courses: [{ title: 'Hoisting' }, { title: 'Closures' }] })
  await logInAs(page, teacher)
  await visit(page, `/teacher-dashboard/build/${id}`)
  const writes = recordWrites(page)

  await test.step('the title of a video', async () => {
    await page.getByRole('button', { name: 'Rename Hoisting' }).click()
    const field = page.getByRole('textbox', { name: 'Video title' }).first()
    const { accept } = await expectNothing(page, field, ['Enter', 'Escape'])
    expect(writes).toEqual([])
    await accept()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Drag Hoisting${WORD}` })).toBeVisible()
  })
  await test.step('the title of a new section', async () => {
    await page.getByRole('button', { name: 'Add a section' }).click()
    const field = page.getByRole('textbox', { name: 'Title of the new section' })
    const { accept } = await expectNothing(page, field, ['Enter', 'Escape'])
    await accept()
    await discard(page)
    await expect(field).toHaveCount(0)
  })
  await test.step('the cells of the grid', async () => {
    await page.getByRole('link', { name: 'Grid' }).click()
    for (const name of ['Title of video 1', 'Description of video 2']) {
      const cell = page.getByRole('textbox', { name })
      const { accept } = await expectNothing(page, cell, [
        'Enter',
        'ArrowUp',
        'ArrowDown',
        'ArrowRight',
        'Escape',
      ])
      await accept()
    }
  })
})

test('on the watch page no text is sent or lost', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const published = await prepare.publish(teacher, { courses: [{}] })
  const student = await prepare.member('Student')
  const [course] = published.courses
  if (!course) throw new Error('The playlist has one course.')
  await prepare.comment(student, course, 'A first thought.')
  await prepare.comment(teacher, course, 'A second one.')
  await startVideo(page, student, watchPath(published))
  const writes = recordWrites(page)
  const comment = (text: string) => main(page).getByRole('listitem').filter({ hasText: text })

  await test.step('a reply', async () => {
    await comment('A second one.').getByRole('button', { name: 'Reply' }).click()
    const field = main(page).getByLabel(`Reply to ${teacher.name}`)
    await field.fill('A sentence. ')
    const { accept } = await expectNothing(page, field, ['Escape', 'Enter'])
    await accept()
    await discard(page)
    await expect(field).toHaveCount(0)
  })
  await test.step('a changed comment', async () => {
    await main(page).getByRole('button', { name: 'Edit' }).click()
    const { accept } = await expectNothing(page, main(page).getByLabel('Edit your comment'), [
      'Escape',
      'Enter',
    ])
    await accept()
    await discard(page)
  })
  await test.step('a report', async () => {
    await comment('A second one.')
      .getByRole('button', { name: /^More: / })
      .click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Other' }).check()
    const { accept } = await expectNothing(page, dialog.getByRole('textbox'), ['Escape', 'Enter'])
    await accept()
    await discard(page)
    await expect(dialog).toHaveCount(0)
  })
  await test.step('a note', async () => {
    await main(page).getByRole('tab', { name: 'Notes' }).click()
    const field = main(page).getByLabel('Your note')
    const { accept } = await expectNothing(page, field, ['Enter', 'Escape'])
    expect(writes).toEqual([])
    await accept()
    await field.press('Control+Enter')
    await expect(field).toHaveValue('')
    await main(page)
      .getByRole('button', { name: /^More: note/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expectNothing(page, main(page).getByLabel(/^Edit your note/), ['Escape', 'Enter'])
  })
  await test.step('the shortcuts of the player', async () => {
    await player(page).focus()
    const session = await page.context().newCDPSession(page)
    const key = { key: 'k', code: 'KeyK', windowsVirtualKeyCode: 229 }
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
    await expect(main(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  })
})

test('on the review desk nothing is decided or closed', async ({ page, prepare }) => {
  const teacher = await prepare.member('Teacher')
  const { title } = await prepare.publish(teacher, { status: 'pending', courses: [{ status: 'approved' }] })
  await logInAs(page, await prepare.admin())
  await visit(page, `/admin/review?teacher=${teacher.id}`)
  await expect(
    page.getByRole('region', { name: title, exact: true }).getByText(/^You hold this/),
  ).toBeVisible()
  const writes = recordWrites(page)

  await page.keyboard.press('n')
  const note = page.getByRole('textbox', { name: 'Note' })
  const written = await expectNothing(page, note, ['Escape', 'Enter'])
  await written.accept()
  await note.fill('')
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)

  await page.keyboard.press('c')
  await expectNothing(page, page.getByLabel(/^Message to/), ['Escape', 'Enter', '1'])
  await expect(page.getByText('Choose a reason or write a message.')).toHaveCount(0)
  expect(writes).toEqual([])
})

test('a category is not renamed, and the search keeps its words and stays open', async ({
  page,
  prepare,
}) => {
  await logInAs(page, await prepare.admin())
  await visit(page, '/admin/category')
  const writes = recordWrites(page)
  await main(page)
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await expectNothing(page, main(page).getByLabel('Title'), ['Escape', 'Enter'])
  expect(writes).toEqual([])

  await page.setViewportSize({ width: 390, height: 800 })
  await visit(page, '/about')
  await page.getByRole('button', { name: 'Toggle search' }).click()
  await expectNothing(page, searchBox(page), ['Escape', 'Enter'])
  expect(new URL(page.url()).pathname).toBe('/about')
})
