import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Captions, Cue } from '#contract/captions/captions.ts'
import { readVtt, writeVtt } from '#contract/captions/captions-file.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { CueEditor, changeTexts } from './cue-editor.tsx'

const CAPTIONS: Captions = {
  _id: 'e'.repeat(24),
  language: 'en',
  label: 'English',
  origin: 'upload',
  cuesCount: 3,
  createdAt: '2026-11-26T10:00:00.000Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
}
const CUES: Cue[] = [
  { start: 1, end: 4, text: 'f: A --> B is a function' },
  { start: 5, end: 6, text: 'a List<String> & more' },
  { start: 7, end: 8, text: 'NOTE a --> b' },
]

test('texts with arrows and tags are edited word for word, and saving changes only what was typed', async () => {
  const sent = new Map<string, FormDataEntryValue>()
  const context = testContext({
    user: aUser(),
    answers: {
      'captions.save': ({ init: { body } }) => {
        if (body instanceof FormData) for (const [field, value] of body) sent.set(field, value)
        return { success: true, message: 'Captions saved.', captions: CAPTIONS, firstCues: [] }
      },
    },
  })
  const onSaved = vi.fn<() => void>()
  const element = (
    <CueEditor
      courseId="c"
      captions={CAPTIONS}
      vtt={writeVtt(CUES)}
      position={() => 0}
      onSeek={() => undefined}
      back="/"
      onSaved={onSaved}
    />
  )
  renderAt([{ path: '*', element }], '/', context)
  const fields = await screen.findAllByRole<HTMLTextAreaElement>('textbox')
  expect(fields.map(({ value }) => value)).toEqual(CUES.map(({ text }) => text))
  const [, , third] = fields
  await userEvent.type(third ?? document.body, '{Enter}-->{Enter}{Enter}of it')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect([sent.get('label'), sent.get('edited')]).toEqual(['English', 'true'])
  const file = sent.get('file')
  expect(readVtt(file instanceof File ? await file.text() : '')).toEqual([
    CUES[0],
    CUES[1],
    { start: 7, end: 8, text: 'NOTE a --> b\n-->\nof it' },
  ])
})

test('a cue without a text is left out, and a text that was not touched keeps its spaces', () => {
  const [first, , third] = CUES
  const cues = [{ start: 0, end: 1, text: ' two  spaces \n\nand a gap' }, ...CUES]
  expect(changeTexts(cues, [cues[0]?.text ?? '', first?.text ?? '', ' \n', ' new '])).toEqual([
    cues[0],
    first,
    { ...third, text: 'new' },
  ])
})
