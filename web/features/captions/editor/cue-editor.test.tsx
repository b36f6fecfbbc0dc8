import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CUES, field, openEditor as open, press, said } from '#web/test-captions.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test('texts with arrows and tags are edited word for word, and saving changes only what was typed', async () => {
  const { choose, save } = await open()
  await choose(2)
  await press('{Enter}{End}{Enter}-->{Enter}{Enter}of it')
  expect(await save()).toEqual([CUES[0], CUES[1], { start: 7, end: 8, text: 'NOTE a --> b\n-->\nof it' }])
})

test('the keys of a row move, and Enter and Escape go into its text and back', async () => {
  const { choose, current, rows } = await open()
  await choose(0)
  expect(document.activeElement).toBe(rows()[0])
  await press('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
  expect([current(), document.activeElement]).toEqual([rows()[1], rows()[1]])
  await press('{Enter}')
  expect(document.activeElement).toBe(field('Text of cue 2'))
  await press('smn[[] {Delete}')
  expect(field('Text of cue 2').value).toBe('smn[]  List<String> & more')
  expect(rows()).toHaveLength(3)
  await press('{Escape}')
  expect(document.activeElement).toBe(rows()[1])
})

test('S splits at the cursor, and M makes one cue of both again', async () => {
  const { choose, rows, save } = await open()
  await choose(1)
  await press('{Enter}')
  field('Text of cue 2').setSelectionRange(14, 14)
  await press('{Escape}s')
  expect(rows()).toHaveLength(4)
  expect(field('Text of cue 2').value).toBe('a List<String>')
  expect(said()).toBe('Cue 2 was split.')
  await press('m')
  expect(said()).toBe('Cue 2 was merged with the next one.')
  expect(await save()).toEqual(CUES)
})

test('S without a cursor splits at the time of the video', async () => {
  const { choose, player, save } = await open()
  await choose(0)
  player.at = 2
  await press('s')
  expect((await save())?.slice(0, 2)).toEqual([
    { start: 1, end: 2, text: 'f: A -->' },
    { start: 2, end: 4, text: 'B is a function' },
  ])
})

test('N adds a cue at the time of the video, and its text can be typed at once', async () => {
  const { choose, player, save } = await open()
  await choose(0)
  player.at = 10.5
  await press('n')
  expect(document.activeElement).toBe(field('Text of cue 4'))
  await press('What follows')
  expect((await save())?.at(-1)).toEqual({ start: 10.5, end: 12.5, text: 'What follows' })
})

test('brackets set the start and the end to the time of the video', async () => {
  const { choose, player, save } = await open()
  await choose(1)
  player.at = 4.5
  await press('[[')
  player.at = 6.25
  await press(']')
  expect((await save())?.[1]).toEqual({ start: 4.5, end: 6.25, text: 'a List<String> & more' })
})

test('Delete removes the cue and Ctrl+Z brings it back', async () => {
  const { choose, current, rows } = await open()
  await choose(1)
  await press('{Delete}')
  expect(rows()).toHaveLength(2)
  expect(document.activeElement).toBe(rows()[1])
  await press('{Control>}z{/Control}')
  expect(rows()).toHaveLength(3)
  expect(current()).toBe(rows()[1])
  expect(field('Text of cue 2').value).toBe('a List<String> & more')
})

test('without a cue the focus goes where one can be added', async () => {
  const { choose } = await open({ cues: CUES.slice(0, 1) })
  await choose(0)
  await press('{Delete}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add cue at 0:00' }))
  expect(screen.getByText(/^There are no cues\./)).toBeDefined()
  await press('{Control>}z{/Control}')
  expect(document.activeElement).toBe(screen.getByRole('row', { selected: true }))
})

test('Space plays the cue to its end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { choose, player } = await open()
  await choose(1)
  await press(' ')
  expect([player.at, player.isPlaying]).toEqual([5, true])
  player.at = 5.9
  act(() => {
    vi.advanceTimersByTime(100)
  })
  expect(player.isPlaying).toBe(true)
  player.at = 6.1
  act(() => {
    vi.advanceTimersByTime(100)
  })
  expect(player.isPlaying).toBe(false)
})

test('typed times are repaired, and Enter leaves the field', async () => {
  const { choose, rows, save } = await open()
  await choose(2)
  await userEvent.clear(field('End of cue 3'))
  await userEvent.type(field('End of cue 3'), '0m 9,5s{Enter}')
  expect(document.activeElement).toBe(rows()[2])
  expect(field('End of cue 3').value).toBe('0:09.5')
  expect((await save())?.[2]?.end).toBe(9.5)
})

test('a fault stands at its field, which gets the focus instead of the cues being saved', async () => {
  const { choose } = await open()
  await choose(1)
  const end = field('End of cue 2')
  await userEvent.clear(end)
  await userEvent.type(end, '0:03')
  await choose(0)
  expect(screen.getByText('Cue 2: the end (0:03.0) is before the start (0:05.0).')).toBeDefined()
  expect(screen.getByText('1 cue to repair')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(field('End of cue 2'))
  const description = field('End of cue 2').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(description)?.textContent).toMatch(/^Cue 2: the end/)
})

test('what is no time stays in its field with a sentence', async () => {
  const { choose } = await open()
  await choose(1)
  await userEvent.clear(field('Start of cue 2'))
  await userEvent.type(field('Start of cue 2'), 'soon')
  await choose(0)
  expect(screen.getByText('Cue 2: “soon” is not a time such as 1:02.5.')).toBeDefined()
  await choose(1)
  expect(field('Start of cue 2').value).toBe('soon')
})

test('a cue that overlaps the next one has a warning, and is saved', async () => {
  const cues = [{ start: 1, end: 5.5, text: 'long' }, ...CUES.slice(1)]
  const { save } = await open({ cues })
  expect(screen.getByText('Cue 1 overlaps the next one.')).toBeDefined()
  expect(await save()).toEqual(cues)
})

test('a cue that is too fast to read says so', async () => {
  const cues = [{ start: 1, end: 2, text: 'x'.repeat(21) }, ...CUES.slice(2)]
  const { rows } = await open({ cues })
  expect(rows()[0]?.textContent).toContain('21 too fast to read')
  expect(rows()[1]?.textContent).not.toContain('too fast')
})

test('all cues are shifted, and none to before the video', async () => {
  const { save } = await open()
  const by = field('Shift all by')
  await userEvent.type(by, '-2{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Cue 1 would start before the video.')
  expect(by.value).toBe('-2')
  await userEvent.clear(by)
  await userEvent.type(by, '1,5{Enter}')
  expect(said()).toBe('All cues were shifted by 1.5 s.')
  expect((await save())?.map(({ start }) => start)).toEqual([2.5, 6.5, 8.5])
})

test('the cue that is spoken becomes the current one, but not while the user is in the list', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { choose, current, player, rows } = await open()
  player.at = 7.5
  act(() => {
    vi.advanceTimersByTime(250)
  })
  expect(current()).toBe(rows()[2])
  await choose(0)
  player.at = 5.5
  act(() => {
    vi.advanceTimersByTime(250)
  })
  expect(current()).toBe(rows()[0])
})
