/** Which second a text gets. */
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { currentDrafts } from '#web/core/drafts/drafts.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import type { ComposedVideo } from './second-row.tsx'
import { type Sent, TimedComposer, useComposerDraft } from './timed-composer.tsx'
import { cutQuote, type WriteRequest } from './written.ts'

const RULE = { label: 'Note', min: 1, max: 100, short: 'Too short.', long: 'Too long.', multiline: true }

let position: number
let sent: Sent[]
let begun: number
let shown: (number | undefined)[]

beforeEach(() => {
  position = 82.4
  sent = []
  begun = 0
  shown = []
})

function Composer({ video }: { video: Omit<ComposedVideo, 'position'> }) {
  const composer = useComposerDraft('note on', '1')
  const [request, setRequest] = useState<WriteRequest>()
  const press = () => setRequest({ at: Math.floor(position) })
  return (
    <>
      <TimedComposer
        key={composer.draft.version}
        {...composer}
        rule={RULE}
        label="Your note"
        video={{ ...video, position: () => position }}
        request={request}
        onSecond={(at) => void shown.push(at)}
        onBegin={() => {
          begun += 1
        }}
        isPending={false}
        onSend={(written, { onSuccess }) => {
          sent.push(written)
          composer.draft.remove()
          onSuccess()
        }}
      >
        <button type="submit">Save</button>
      </TimedComposer>
      <button type="button" onClick={press}>
        N
      </button>
    </>
  )
}

function open(video = { key: 'upload:1', duration: 760 as number | null }) {
  return renderAt([{ path: '/', element: <Composer video={video} /> }], '/', testContext({ user: aUser() }))
}

const field = () => screen.findByLabelText('Your note')
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const second = () =>
  screen.getByRole('group', { name: 'Second of the video' }).querySelector('b')?.textContent

test('the first character fixes the second, which stays until the text is sent', async () => {
  open()
  await userEvent.type(await field(), 'Tw')
  position = 90.5
  await userEvent.type(await field(), 'o')
  expect(second()).toBe('1:22')
  expect(await screen.findByRole('button', { name: 'Use 1:30' })).toBeTruthy()
  await press('Save')
  expect(sent).toEqual([{ text: 'Two', at: 82, question: false, quote: undefined }])
  await waitFor(() => expect(second()).toBe('1:30'))
  await userEvent.type(await field(), 'Three')
  await press('Save')
  expect(sent[1]?.at).toBe(90)
  expect(begun).toBe(2)
})

test('a key fixes the second before anything is typed, and changes nothing while a text is there', async () => {
  open()
  await press('N')
  position = 100
  expect(document.activeElement).toBe(await field())
  expect(second()).toBe('1:22')
  expect(currentDrafts()).toEqual([])
  await press('N')
  expect(second()).toBe('1:40')
  await userEvent.type(await field(), 'Two')
  position = 130
  await press('N')
  expect(second()).toBe('1:40')
})

test('an emptied text has no second any more', async () => {
  open()
  await userEvent.type(await field(), 'Two')
  position = 130
  await userEvent.clear(await field())
  await waitFor(() => expect(second()).toBe('2:10'))
  await userEvent.type(await field(), 'Three')
  position = 140
  await press('Save')
  expect(sent[0]).toMatchObject({ text: 'Three', at: 130 })
})

test('the second is moved in steps within the video, and to the current one', async () => {
  open({ key: 'upload:1', duration: 84 })
  await press('+5 s')
  expect(second()).toBe('1:24')
  await press('−5 s')
  expect(second()).toBe('1:19')
  await press('Use 1:22')
  expect(second()).toBe('1:22')
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
  expect(shown.filter((at) => at !== undefined)).toEqual([84, 79, 82])
})

test('the draft keeps the second', async () => {
  const { unmount } = open()
  await userEvent.type(await field(), 'Half')
  await press('−5 s')
  unmount()
  position = 300
  open()
  await waitFor(async () => expect(await field()).toHaveProperty('value', 'Half'))
  expect(second()).toBe('1:17')
  expect(shown.at(-1)).toBe(77)
})

test('the draft for a video that was replaced keeps its text, and asks to check the second', async () => {
  const { unmount } = open()
  await userEvent.type(await field(), 'Half')
  unmount()
  open({ key: 'upload:2', duration: 60 })
  await screen.findByText('The video has changed. Check the second.')
  expect(await field()).toHaveProperty('value', 'Half')
  expect(second()).toBe('1:00')
  await press('−5 s')
  expect(screen.queryByText('The video has changed. Check the second.')).toBeNull()
  await press('Save')
  expect(sent[0]).toMatchObject({ text: 'Half', at: 55 })
})

test('a long quote is cut after a word', () => {
  expect(cutQuote('one two three', 13)).toBe('one two three')
  expect(cutQuote('one two three', 12)).toBe('one two')
  expect(cutQuote('one two three', 7)).toBe('one two')
  expect(cutQuote('onetwothree', 4)).toBe('onet')
})
