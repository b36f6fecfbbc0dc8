import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Cue } from '#contract/captions/captions.ts'
import type { Correction } from '#contract/video/video.ts'
import { aCourse } from '#web/test-content.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { Watching } from '#web/test-watch.tsx'
import type { Quote } from '#web/ui/form/written.ts'
import { cueAt, matchesIn, paragraphsOf } from './paragraphs.ts'
import { Transcript } from './transcript.tsx'
import { correctionsByParagraph } from './transcript-corrections.tsx'

const cuesOf = (texts: string[]): Cue[] => texts.map((text, n) => ({ start: n * 10, end: n * 10 + 10, text }))
const CUES = cuesOf(['One rope', 'two ropes', 'three', 'four', 'A new knot', 'the end of the rope'])
const ENGLISH = { _id: 'e'.repeat(24), language: 'en', label: 'English' }
const GERMAN = { _id: 'd'.repeat(24), language: 'de', label: 'German' }

function open({
  captions = [ENGLISH] as (typeof ENGLISH & { auto?: true })[],
  cues = CUES,
  at = 0,
  position = () => at,
  chapters = [] as { at: number; title: string }[],
  corrections = [] as Correction[],
} = {}) {
  const onSeek = vi.fn<(seconds: number) => void>()
  const context = testContext({
    user: aUser(),
    answers: {
      'captions.cues': ({ params: { captionsId } }) => ({
        cues: captionsId === GERMAN._id ? cuesOf(['Ein Seil']) : cues,
      }),
    },
  })
  const onAsk = vi.fn<(quote: Quote) => void>()
  const element = (
    <Watching course={aCourse({ captions, chapters, corrections })} position={position} seek={onSeek}>
      <Transcript preferred={undefined} onNote={() => undefined} onAsk={onAsk} />
    </Watching>
  )
  renderAt([{ path: '*', element }], '/', context)
  return { onSeek, onAsk }
}

test('cues are paragraphs of about thirty seconds, and a chapter begins a new one', () => {
  const starts = (chapters: { at: number; title: string }[]) =>
    paragraphsOf(CUES, chapters).map(({ at, chapter, cues }) => [at, chapter, cues.length])
  expect(starts([])).toEqual([
    [0, undefined, 3],
    [30, undefined, 3],
  ])
  expect(
    starts([
      { at: 0, title: 'Ropes' },
      { at: 41, title: 'Knots' },
    ]),
  ).toEqual([
    [0, 'Ropes', 3],
    [30, undefined, 1],
    [40, 'Knots', 2],
  ])
})

test('the current cue is the last one that has begun', () => {
  expect([-1, 0, 9.9, 10, 99].map((second) => cueAt(CUES, second))).toEqual([-1, 0, 0, 1, 5])
  expect(cueAt([], 5)).toBe(-1)
})

test('words are found whatever their case', () => {
  expect(matchesIn(CUES, ' ROPE ')).toEqual([
    { cue: 0, from: 4, to: 8 },
    { cue: 1, from: 4, to: 8 },
    { cue: 5, from: 15, to: 19 },
  ])
  expect(matchesIn(CUES, ' ')).toEqual([])
})

test('words that nowhere stand together are found one by one', () => {
  expect(matchesIn(CUES, 'knot rope')).toEqual([
    { cue: 0, from: 4, to: 8 },
    { cue: 1, from: 4, to: 8 },
    { cue: 4, from: 6, to: 10 },
    { cue: 5, from: 15, to: 19 },
  ])
})

test('the place that is searched for stays, while the video plays on', async () => {
  let at = 0
  open({ position: () => at })
  const text = await screen.findByRole('region', { name: 'Text of the video' })
  await waitFor(() => expect(text.hasAttribute('data-following')).toBe(true))
  await userEvent.type(screen.getByRole('searchbox'), 'rope')
  await screen.findByText('1 of 3')
  expect(text.hasAttribute('data-following')).toBe(false)
  text.scrollTop = 77
  at = 41
  await waitFor(() => expect(screen.getByText('A new knot').hasAttribute('data-now')).toBe(true))
  expect(text.scrollTop).toBe(77)
})

test('a press on a cue seeks, and the current one is marked', async () => {
  const { onSeek } = open({ at: 21 })
  await userEvent.click(await screen.findByText('four'))
  expect(onSeek).toHaveBeenCalledWith(30)
  await waitFor(() => expect(screen.getByText('three').hasAttribute('data-now')).toBe(true))
  await userEvent.click(screen.getByRole('link', { name: '0:30' }))
  expect(onSeek).toHaveBeenLastCalledWith(30)
})

test('a correction stands after the paragraph of its second, which leads there', async () => {
  const { onSeek } = open({ corrections: [{ at: 31, text: 'It is five.' }] })
  const correction = await screen.findByText('It is five.')
  const isAfter = (a: Node, b: Node) => (b.compareDocumentPosition(a) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
  expect(isAfter(correction, screen.getByText('the end of the rope'))).toBe(true)
  expect(correction.closest('p')?.textContent).toBe('Correction at 0:31: It is five.')
  await userEvent.click(screen.getByRole('link', { name: '0:31' }))
  expect(onSeek).toHaveBeenCalledWith(31)
})

test('a correction before the first paragraph stands after it, and each has its own', () => {
  const paragraphs = paragraphsOf(
    CUES.map((cue) => ({ ...cue, start: cue.start + 5 })),
    [],
  )
  const corrections = [
    { at: 0, text: 'Early' },
    { at: 34, text: 'Still the first' },
    { at: 35, text: 'The second' },
    { at: 999, text: 'Late' },
  ]
  const found = correctionsByParagraph(paragraphs, corrections)
  expect(paragraphs.map((paragraph) => found.get(paragraph)?.map(({ text }) => text))).toEqual([
    ['Early', 'Still the first'],
    ['The second', 'Late'],
  ])
})

test('the search counts its matches and goes round', async () => {
  open()
  const field = await screen.findByRole('searchbox', { name: 'Search the transcript' })
  await userEvent.type(field, 'rope')
  await screen.findByText('1 of 3')
  await userEvent.keyboard('{Enter}')
  await screen.findByText('2 of 3')
  await userEvent.click(screen.getByRole('button', { name: 'Previous match' }))
  await userEvent.click(screen.getByRole('button', { name: 'Previous match' }))
  await screen.findByText('3 of 3')
  await userEvent.clear(field)
  await userEvent.type(field, 'sail')
  await screen.findByText('Not found')
})

test('the text follows the video until the user scrolls, and again when the switch is turned on', async () => {
  open()
  const text = await screen.findByRole('region', { name: 'Text of the video' })
  const follow = (checked: boolean) => screen.findByRole('switch', { name: 'Follow', checked })
  await follow(true)
  fireEvent.wheel(text)
  await userEvent.click(await follow(false))
  await follow(true)
})

test('another language is chosen', async () => {
  open({ captions: [ENGLISH, GERMAN] })
  await screen.findByText('One rope')
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Language of the transcript' }),
    'German',
  )
  const text = await screen.findByText('Ein Seil')
  expect(text.closest('p')?.lang).toBe('de')
})

test('captions that nobody has checked are marked', async () => {
  open({ captions: [{ ...ENGLISH, auto: true }, GERMAN] })
  await screen.findByText('Written by a program and not checked by the teacher yet.')
  const languages = screen.getByRole('combobox', { name: 'Language of the transcript' })
  expect(
    within(languages)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['English (auto)', 'German'])
  await userEvent.selectOptions(languages, 'German')
  await screen.findByText('Ein Seil')
  expect(screen.queryByText(/not checked by the teacher/)).toBeNull()
})

test('a video without captions has no transcript yet', async () => {
  open({ captions: [] })
  await screen.findByText('This video has no transcript yet.')
})

test('ten thousand cues are a text', async () => {
  open({ cues: cuesOf(Array.from({ length: 10_000 }, (_, n) => `Line ${n}`)) })
  const text = await screen.findByRole('region', { name: 'Text of the video' })
  expect(within(text).getByText('Line 9999')).toBeDefined()
})

test('selected words are those of the captions alone, with the second of the first cue', async () => {
  const { onAsk } = open({ chapters: [{ at: 31, title: 'Knots' }] })
  const [first, last] = [await screen.findByText('three'), screen.getByText('four')]
  const range = document.createRange()
  // jsdom lays nothing out.
  range.getBoundingClientRect = () => new DOMRect()
  range.setStart(first.firstChild ?? first, 1)
  range.setEnd(last.firstChild ?? last, 3)
  document.getSelection()?.removeAllRanges()
  document.getSelection()?.addRange(range)
  fireEvent(document, new Event('selectionchange'))
  fireEvent.click(await screen.findByRole('button', { name: 'Ask about this' }))
  expect(onAsk).toHaveBeenCalledWith({ at: 20, text: 'hree fou' })
})
