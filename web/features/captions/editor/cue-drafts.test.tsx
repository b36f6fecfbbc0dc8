import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { currentDrafts, writeDraft } from '#web/core/drafts/drafts.ts'
import { CUES, captionsServer, field, openEditor, press } from '#web/test-captions.tsx'

const textsIn = (rows: readonly HTMLElement[]) =>
  rows.map((row) => row.querySelector('textarea')?.value ?? row.querySelector('[data-text]')?.textContent)
const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a split, a merge, a time and a text are there again when the editor is opened again', async () => {
  const server = captionsServer()
  const { choose, player, leave } = await openEditor({ server })
  await choose(0)
  player.at = 2
  await press('s')
  await press('{ArrowDown}{ArrowDown}m')
  await userEvent.clear(field('End of cue 3'))
  await userEvent.type(field('End of cue 3'), 'soon')
  await press('{Escape}{Enter}{Control>}{End}{/Control}!')
  expect(screen.getByText('Draft kept')).toBeDefined()
  leave()

  const again = await openEditor({ server })
  expect(screen.getByText(/^Your draft from \d\d:\d\d is back\.$/)).toBeDefined()
  expect(textsIn(again.rows())).toEqual([
    'f: A -->',
    'B is a function',
    'a List<String> & more NOTE a --> b!',
  ])
  await again.choose(2)
  expect(field('End of cue 3').value).toBe('soon')
  expect(server.cues()).toEqual(CUES)
})

test('the draft says where it goes on', async () => {
  const { choose } = await openEditor()
  await choose(1)
  await press('{Delete}')
  expect(currentDrafts()).toMatchObject([{ place: { title: 'Closures', address: '/captions' } }])
})

test('two tabs have a draft each, and the second editor offers the one of the first', async () => {
  const server = captionsServer()
  const first = await openEditor({ server })
  await first.choose(2)
  await press('{Delete}')
  first.leave()
  const [older] = currentDrafts()
  const second = await openEditor({ server })
  await second.choose(0)
  await press('{Delete}')
  if (older) writeDraft({ ...older, tab: 'the first tab', at: older.at - 60_000 })
  expect(textsIn(second.rows())).toHaveLength(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Show it' }))
  expect(textsIn(second.rows())).toHaveLength(2)
})

test('Discard goes back to the saved cues, and the focus to the current row', async () => {
  const { choose, current, rows } = await openEditor()
  await choose(1)
  await press('{Delete}')
  await pressButton('Discard')
  expect(textsIn(rows())).toEqual(CUES.map(({ text }) => text))
  expect(document.activeElement).toBe(current())
  expect(currentDrafts()).toEqual([])
})

test('cues that are undone or saved leave no draft', async () => {
  const { choose, save } = await openEditor()
  await choose(1)
  await press('{Delete}')
  expect(currentDrafts()).toHaveLength(1)
  await press('{Control>}z{/Control}')
  expect(currentDrafts()).toEqual([])
  await press('{Delete}')
  expect(await save()).toHaveLength(2)
  await vi.waitFor(() => expect(currentDrafts()).toEqual([]))
})

async function saveOverOthers() {
  const server = captionsServer()
  const editor = await openEditor({ server })
  await editor.choose(1)
  await press('{Delete}')
  server.save([...CUES, { start: 9, end: 10, text: 'Theirs' }])
  await editor.pressSave()
  const box = await screen.findByRole('region', { name: 'Saved meanwhile' })
  return { ...editor, server, version: (name: string) => within(box).getByRole('group', { name }) }
}

test('cues that somebody else has saved meanwhile are not overwritten before the user has chosen', async () => {
  const { pressSave, save, server, version } = await saveOverOthers()
  expect(version('Cues: yours').textContent).toContain('2 cues, all of them also in theirs.')
  expect(version('Cues: theirs').textContent).toContain(
    '4 cues, 2 of them not in yours:\n2 · 0:05.0 · a List<String> & more\n4 · 0:09.0 · Theirs',
  )
  await pressSave()
  expect(server.cues()).toHaveLength(4)
  expect(document.activeElement?.textContent).toBe('Keep mine')
  await pressButton('Keep mine')
  expect(screen.queryByRole('region', { name: 'Saved meanwhile' })).toBeNull()
  expect(await save()).toEqual([CUES[0], CUES[2]])
})

test('the cues of somebody else replace the own ones when the user takes them', async () => {
  const { current, rows } = await saveOverOthers()
  await pressButton('Take theirs')
  expect(textsIn(rows()).at(-1)).toBe('Theirs')
  expect(document.activeElement).toBe(current())
  expect(currentDrafts()).toEqual([])
})
