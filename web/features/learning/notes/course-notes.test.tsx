import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Note } from '#contract/learning/notes.ts'
import type { PlayerSettings } from '#contract/video/player.ts'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { currentDrafts } from '#web/core/drafts/drafts.ts'
import { aCourse } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Watching } from '#web/test-watch.tsx'
import { CourseNotes } from './course-notes.tsx'
import './remove-note.tsx'

const NoteWrite = z.looseObject({ text: z.string() })

const course = aCourse({ durationSeconds: 760 })

const aNote = (own: Partial<Note> = {}): Note => ({
  _id: '1'.repeat(24),
  course: { _id: course._id, videoTitle: course.videoTitle, playlist: course.playlist },
  at: 126,
  text: 'Return the function. See 4:05.',
  createdAt: '2026-04-01T10:00:00.000Z',
  updatedAt: '2026-04-01T10:00:00.000Z',
  bookmark: false,
  ...own,
})

let notes: Note[]
let writes: unknown[]
let rejection: (() => Response) | undefined
let position: number
let isPlaying: boolean
let settings: PlayerSettings
const seek = vi.fn<(seconds: number) => void>()

beforeEach(() => {
  notes = []
  writes = []
  rejection = undefined
  position = 192.7
  isPlaying = true
  settings = PLAYER_DEFAULTS
  seek.mockReset()
})

type Request = ComponentProps<typeof CourseNotes>['request']

const player = {
  isPlaying: () => isPlaying,
  pause: () => {
    isPlaying = false
  },
  play: () => {
    isPlaying = true
  },
}

function open(request?: Request, watched = course) {
  const context = testContext({
    user: aUser(),
    answers: {
      'notes.list': () => ({ notes, total: notes.length, nextCursor: null }),
      'notes.create': (request) => {
        const body = NoteWrite.parse(sentTo(request))
        writes.push(body)
        return (
          rejection?.() ??
          Response.json({ note: aNote({ _id: '9'.repeat(24), ...body, course: aNote().course }) })
        )
      },
      'notes.update': (request) => {
        const { text } = NoteWrite.parse(sentTo(request))
        return rejection?.() ?? { note: aNote({ text }) }
      },
      'users.player': () => settings,
      'notes.remove': () => rejection?.() ?? { success: true, message: 'Removed.' },
    },
  })
  const element = (
    <Watching course={watched} position={() => position} seek={seek} player={player}>
      <CourseNotes request={request} onRequestTaken={() => undefined} />
    </Watching>
  )
  return renderAt([{ path: '/', element }], '/', context)
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your note')
const button = (name: string) => screen.findByRole('button', { name })
const times = () => screen.getAllByRole('link', { name: /^\d+:\d\d$/ }).map(({ textContent }) => textContent)

async function choose(note: string, action: string): Promise<void> {
  await userEvent.click(await button(`More: ${note}`))
  await userEvent.click(
    within((await button(`More: ${note}`)).parentElement ?? document.body).getByRole('menuitem', {
      name: action,
      hidden: true,
    }),
  )
}

test('a note is saved at the second at which its writer began it, and sorted by it', async () => {
  notes = [aNote({ _id: '2'.repeat(24), at: 590, text: 'Late.' }), aNote({ text: 'Early.' })]
  open()
  await userEvent.type(await field(), 'A')
  position = 200
  await userEvent.type(await field(), ' closure is no copy.')
  await userEvent.click(await button('Save note'))
  await screen.findByText('A closure is no copy.', { selector: 'li *' })
  expect(writes).toEqual([{ courseId: course._id, at: 192, text: 'A closure is no copy.' }])
  expect(times()).toEqual(['9:50', '3:12', '2:06'])
  expect((await field()).value).toBe('')
  expect(screen.getByText('3 notes')).toBeTruthy()
  expect(currentDrafts()).toEqual([])
})

test('a quote begins a note at its second', async () => {
  open({ at: 192, quote: { at: 20, text: 'Padding keeps the content away.' } })
  expect((await field()).value).toBe('“Padding keeps the content away.”\n')
  await userEvent.type(await field(), 'Yes.{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(writes).toEqual([
      { courseId: course._id, at: 20, text: '“Padding keeps the content away.”\nYes.' },
    ]),
  )
})

test('a bookmark has the words that are said there, and becomes a note', async () => {
  notes = [aNote({ text: '', bookmark: true, words: 'A loop of buttons' })]
  open()
  expect((await screen.findByText('A loop of buttons')).closest('p')?.textContent).toBe(
    'Bookmark · A loop of buttons',
  )
  await userEvent.click(await button('Add a note'))
  await userEvent.type(screen.getByLabelText('Edit your bookmark at 2:06'), 'Each has its own.')
  await userEvent.click(await button('Save'))
  await screen.findByText('Each has its own.')
  expect(screen.queryByText(/^Bookmark/)).toBeNull()
})

test('the page can ask for the note to a bookmark', async () => {
  notes = [aNote({ text: '', bookmark: true })]
  open({ at: 0, noteId: aNote()._id })
  const editor = await screen.findByLabelText('Edit your bookmark at 2:06')
  expect(document.activeElement).toBe(editor)
})

test('a note of an uploaded video has the picture of its second', async () => {
  const still = { url: '/v/signed/storyboard-1.jpg', x: 640, y: 360, width: 320, height: 180 }
  notes = [aNote({ at: 126, still })]
  open()
  const picture = (await screen.findByRole('link', { name: '2:06' })).querySelector('svg')
  expect(picture?.getAttribute('viewBox')).toBe('640 360 320 180')
  expect(picture?.querySelector('image')?.getAttribute('href')).toBe('/v/signed/storyboard-1.jpg')
})

test('Ctrl and Enter save; Enter alone is a line break', async () => {
  open()
  await userEvent.type(await field(), 'One{Enter}two')
  expect(writes).toEqual([])
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(writes).toEqual([{ courseId: course._id, at: 192, text: 'One\ntwo' }]))
})

test('unsaved text survives a reload', async () => {
  const { unmount } = open()
  await userEvent.type(await field(), 'Half a thought')
  unmount()
  open()
  await waitFor(async () => expect((await field()).value).toBe('Half a thought'))
  await userEvent.click(await button('Discard'))
  expect((await field()).value).toBe('')
})

test('an empty note, and one that the server rejects, say why at the field and keep the text', async () => {
  open()
  await userEvent.click(await button('Save note'))
  expect(await screen.findByText('Note cannot be empty.')).toBeTruthy()
  rejection = () => errorReply(400, { code: 'invalid', message: 'No.', errors: { text: 'Too long.' } })
  await userEvent.type(await field(), 'Long')
  await userEvent.click(await button('Save note'))
  expect(await screen.findByText('Too long.')).toBeTruthy()
  expect((await field()).value).toBe('Long')
  expect(document.activeElement).toBe(await field())
})

test('the time of a note and the time codes in its text move the video', async () => {
  notes = [aNote()]
  open()
  await userEvent.click(await screen.findByRole('link', { name: '2:06' }))
  await userEvent.click(screen.getByRole('link', { name: '4:05' }))
  expect(seek.mock.calls).toEqual([[126], [245]])
})

test('a user who writes a note by key finds the field focused', async () => {
  open({ at: 192 })
  const text = await field()
  await waitFor(() => expect(document.activeElement).toBe(text))
})

test('a note is edited in its place; Cancel and a rejection keep what it was', async () => {
  notes = [aNote({ text: 'Before' })]
  open()
  await choose('note at 2:06', 'Edit')
  const editor = screen.getByLabelText('Edit your note at 2:06')
  expect(document.activeElement).toBe(editor)
  await userEvent.type(editor, ' and after')
  await userEvent.click(await button('Cancel'))
  expect(screen.getByText('Before')).toBeTruthy()
  expect(document.activeElement).toBe(await button('More: note at 2:06'))

  await choose('note at 2:06', 'Edit')
  await userEvent.type(screen.getByLabelText('Edit your note at 2:06'), ' and after')
  await userEvent.click(await button('Save'))
  expect(await screen.findByText('Before and after')).toBeTruthy()
  expect(currentDrafts()).toEqual([])
})

test('a note is deleted after a question, and the focus moves to the heading', async () => {
  notes = [aNote({ text: 'Gone soon' })]
  open()
  await choose('note at 2:06', 'Delete')
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('Gone soon')).toBeTruthy()
  await choose('note at 2:06', 'Delete')
  await userEvent.click(await button('Delete note'))
  expect(await screen.findByRole('heading', { name: 'No notes in this video yet.' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your notes in this video' }))
})

test('a note that could not be deleted is shown again', async () => {
  notes = [aNote({ text: 'Stays' })]
  rejection = () => errorReply(404, { code: 'not_found', message: 'Note not found.' })
  open()
  await choose('note at 2:06', 'Delete')
  await userEvent.click(await button('Delete note'))
  expect(await screen.findByText('Stays')).toBeTruthy()
})

test('the video waits from the first character until the note is saved, for users who want that', async () => {
  settings = { ...PLAYER_DEFAULTS, pauseWhileTyping: true }
  open()
  await screen.findByRole('switch', { name: 'Pause while I type', checked: true })
  await userEvent.type(await field(), 'A')
  expect(isPlaying).toBe(false)
  isPlaying = true
  await userEvent.type(await field(), ' thought')
  expect(isPlaying).toBe(true)
  isPlaying = false
  await userEvent.click(await button('Save note'))
  await waitFor(() => expect(isPlaying).toBe(true))
})

test('a video that was paused stays paused, and one plays on for everybody else', async () => {
  settings = { ...PLAYER_DEFAULTS, pauseWhileTyping: true }
  isPlaying = false
  const { unmount } = open()
  await screen.findByRole('switch', { name: 'Pause while I type', checked: true })
  await userEvent.type(await field(), 'A thought{Control>}{Enter}{/Control}')
  await waitFor(() => expect(writes).toHaveLength(1))
  expect(isPlaying).toBe(false)
  unmount()
  settings = PLAYER_DEFAULTS
  isPlaying = true
  open()
  await screen.findByRole('switch', { name: 'Pause while I type', checked: false })
  await userEvent.type(await field(), 'Another')
  expect(isPlaying).toBe(true)
})
