import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Course } from '#contract/catalog/courses.ts'
import type { UserEvent } from '#contract/events.ts'
import type { RevisionEntry } from '#contract/review/review.ts'
import type { LinkItem } from '#contract/video-links/video-links.ts'
import { createCall } from '#web/core/api.ts'
import { AppContextProvider } from '#web/core/app-context.tsx'
import { createCache } from '#web/core/cache.ts'
import { createSession } from '#web/core/session-store.ts'
import { ADA, aCourse, aPlaylist } from '#web/test-content.ts'
import { aRevision } from '#web/test-revisions.ts'
import { Component as Build } from './build.tsx'
import { Component as AddVideos } from './build-add.tsx'

const BUILD = `/teacher-dashboard/build/${aPlaylist()._id}`
const SECTION = 'e'.repeat(24)
const user = {
  ...ADA,
  email: 'ada@site.example',
  role: 'Teacher',
  isAdmin: false,
  createdAt: '2026-01-02T03:04:05.000Z',
  createdPlaylists: [],
  savedPlaylists: [],
  token: 'token',
}

let playlist = aPlaylist()
let courses: Course[]
/** Delays the list of courses. */
let coursesHeld: Promise<void> | undefined
/** Delays the answer to a change of titles. */
let gridHeld: Promise<void> | undefined
let history: RevisionEntry[]
let items: LinkItem[]
let sent: { path: string; body: unknown }[]
let events: ReadableStreamDefaultController<Uint8Array>

beforeEach(() => {
  playlist = aPlaylist()
  courses = [aCourse({ durationSeconds: 65 })]
  coursesHeld = undefined
  gridHeld = undefined
  history = []
  items = []
  sent = []
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      events = controller
    },
  })
  // The live stream is read with the browser's own fetch.
  vi.stubGlobal('fetch', async () => new Response(stream))
  return () => vi.unstubAllGlobals()
})

async function send(path: string, { method = 'GET', body }: RequestInit): Promise<Response> {
  if (method === 'GET') {
    if (path.includes('/decisions'))
      return Response.json({ items: history, total: history.length, nextCursor: null })
    if (path.includes('/captions')) return Response.json({ captions: [] })
    if (!path.includes('/courses')) return Response.json(playlist)
    await coursesHeld
    return Response.json(courses)
  }
  sent.push({ path, body: JSON.parse(typeof body === 'string' ? body : '{}') })
  if (path.endsWith('/grid')) await gridHeld
  if (path.endsWith('/links')) return Response.json({ success: true, message: 'Read.', items })
  return Response.json({ success: true, message: 'Saved.', data: [] }, { status: 201 })
}

function open(path: string) {
  const session = createSession({
    getItem: () => JSON.stringify(user),
    setItem: () => {},
    removeItem: () => {},
  })
  const router = createMemoryRouter(
    [
      { path: '/teacher-dashboard/build/:playlistId', Component: Build },
      { path: '/teacher-dashboard/build/:playlistId/add', Component: AddVideos },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: [path] },
  )
  const site = { name: 'Lectern', origin: 'https://site.example', figures: 'placeholders' as const }
  const context = { call: createCall(send, session), cache: createCache(), site, session }
  render(
    <AppContextProvider context={context}>
      <RouterProvider router={router} />
    </AppContextProvider>,
  )
  return router
}

const announce = (event: UserEvent) =>
  events.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))

test('a new playlist offers to add the first video', async () => {
  playlist = aPlaylist({ courses: [] })
  open(BUILD)
  const link = await screen.findByRole('link', { name: 'Add your first video' })
  expect(link.getAttribute('href')).toBe(`${BUILD}/add`)
})

test('the playlist of another teacher cannot be built', async () => {
  playlist = aPlaylist({ teacher: { ...aPlaylist().teacher, _id: 'f'.repeat(24) } })
  open(BUILD)
  expect(await screen.findByText('You can build your own playlists only.')).toBeTruthy()
})

test('a draft, a section and the duration are shown in the outline', async () => {
  const [first, second] = aPlaylist().courses
  if (!(first && second)) throw new Error('Two courses are needed.')
  playlist = aPlaylist({
    sections: [{ _id: SECTION, title: 'Basics' }],
    courses: [
      { ...first, stage: 'draft', isCourseApproved: 'pending' },
      { ...second, sectionId: SECTION, durationSeconds: 125 },
    ],
  })
  open(BUILD)
  const loose = await screen.findByRole('list', { name: 'Videos without a section' })
  expect(within(loose).getByText('Draft')).toBeTruthy()
  const basics = screen.getByRole('list', { name: 'Basics' })
  expect(within(basics).getByText('2:05')).toBeTruthy()
  expect(screen.getByText('1 video · 2 min')).toBeTruthy()
  expect(screen.getByText('2 videos · 1 section · 2 min')).toBeTruthy()
})

test('a title that is changed before the courses have arrived is saved as soon as they have', async () => {
  const list = Promise.withResolvers<void>()
  coursesHeld = list.promise
  const [row] = aPlaylist().courses
  if (!row) throw new Error('A course is needed.')
  const course = aCourse({ _id: row._id, videoTitle: row.videoTitle })
  playlist = aPlaylist({ courses: [row] })
  courses = [course]
  open(BUILD)
  await userEvent.click(await screen.findByRole('button', { name: `Rename ${row.videoTitle}` }))
  const field = screen.getByRole('textbox', { name: 'Video title' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Knots, untied{Enter}')
  expect(sent).toEqual([])
  list.resolve()
  const changes = [{ _id: row._id, updatedAt: course.updatedAt, title: 'Knots, untied' }]
  await waitFor(() => expect(sent).toEqual([{ path: expect.stringMatching(/\/grid$/), body: { changes } }]))
})

test('a title that is changed while another one is being saved is saved next', async () => {
  const answer = Promise.withResolvers<void>()
  gridHeld = answer.promise
  const [first, second] = aPlaylist().courses
  if (!(first && second)) throw new Error('Two courses are needed.')
  courses = [first, second].map(({ _id, videoTitle }) => aCourse({ _id, videoTitle }))
  open(BUILD)
  await userEvent.click(await screen.findByRole('button', { name: `Rename ${first.videoTitle}` }))
  await userEvent.keyboard('Knots, untied{Enter}')
  await userEvent.click(screen.getByRole('button', { name: `Open ${second.videoTitle}` }))
  await userEvent.click(await screen.findByRole('button', { name: `Rename ${second.videoTitle}` }))
  await userEvent.keyboard('Hitches, untied{Enter}')
  answer.resolve()
  const titled = (title: string) => expect.objectContaining({ title })
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      { changes: [titled('Knots, untied')] },
      { changes: [titled('Hitches, untied')] },
    ]),
  )
})

test('outline, panel and grid show what the teacher wrote, also while it waits for an admin', async () => {
  const [row] = aPlaylist().courses
  if (!row) throw new Error('A course is needed.')
  const waiting = { _id: 'c'.repeat(24), number: 2, state: 'submitted' as const }
  playlist = aPlaylist({ courses: [row] })
  courses = [aCourse({ _id: row._id, videoTitle: row.videoTitle, waiting })]
  const content = { title: 'Knots, untied', description: 'Backwards this time.' }
  history = [aRevision(), aRevision({ ...waiting, content })]
  const router = open(BUILD)
  expect(await screen.findByRole('button', { name: 'Rename Knots, untied' })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: /Description/ })).toHaveProperty('value', content.description)
  await router.navigate(`${BUILD}?view=grid`)
  expect(await screen.findByDisplayValue('Knots, untied')).toBeTruthy()
  expect(screen.queryByText(row.videoTitle)).toBeNull()
})

const video = (line: number, key: string): LinkItem => ({
  line,
  source: 'youtube',
  key,
  state: 'unknown',
  message: '',
})

test('pasted links become a table; details arrive live, and wrong lines are left out', async () => {
  playlist = aPlaylist({ sections: [{ _id: SECTION, title: 'Basics' }] })
  items = [
    video(1, 'aircAruvnKk'),
    { line: 2, state: 'unreadable', message: 'Line 2: this is not a video link.' },
    video(3, 'hX3c9Kq1vTs'),
  ]
  const router = open(`${BUILD}/add?section=${SECTION}`)
  const field = await screen.findByRole('textbox', { name: 'Paste one YouTube or Vimeo link per line.' })
  await userEvent.click(field)
  await userEvent.paste('youtu.be/aircAruvnKk\nnothing\nyoutu.be/hX3c9Kq1vTs')
  const row = (name: RegExp) => screen.findByRole('row', { name })
  expect(within(await row(/^1/)).getByText('Looking up')).toBeTruthy()
  expect(within(await row(/^2/)).getByText('Line 2: this is not a video link.')).toBeTruthy()
  expect(within(await row(/^2/)).getByText('nothing')).toBeTruthy()
  expect(screen.getByText('2 of 3 links')).toBeTruthy()

  const found: LinkItem = { ...video(1, 'aircAruvnKk'), title: 'Neural networks', state: 'ok' }
  announce({ type: 'links', playlistId: playlist._id, items: [found] })
  const title = await screen.findByDisplayValue('Neural networks')
  expect(within(await row(/^1/)).getByText('Ready')).toBeTruthy()
  await userEvent.clear(title)
  await userEvent.click(screen.getByRole('button', { name: 'Add 2 videos' }))
  expect(within(await row(/^1/)).getByText('Title must be 3 to 120 characters.')).toBeTruthy()
  expect(sent.some(({ path }) => path.endsWith('/courses'))).toBe(false)
  await userEvent.type(title, 'Networks, drawn')
  expect(screen.queryByText('Title must be 3 to 120 characters.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'To fix 1' }))
  expect(screen.queryByRole('row', { name: /^1/ })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Add 2 videos' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(BUILD))
  const drafts = [
    { source: 'youtube', key: 'aircAruvnKk', title: 'Networks, drawn', sectionId: SECTION },
    { source: 'youtube', key: 'hX3c9Kq1vTs', title: 'hX3c9Kq1vTs', sectionId: SECTION },
  ]
  expect(sent.at(-1)).toEqual({ path: `/api/playlists/${playlist._id}/courses`, body: { items: drafts } })
})

test('the videos of one line have a title each, and each can be left out', async () => {
  items = [video(1, 'aircAruvnKk'), video(1, 'hX3c9Kq1vTs'), video(1, 'dQw4w9WgXcQ')]
  open(`${BUILD}/add`)
  await userEvent.click(await screen.findByRole('textbox', { name: /^Paste one/ }))
  await userEvent.paste('youtu.be/aircAruvnKk youtu.be/hX3c9Kq1vTs youtu.be/dQw4w9WgXcQ')
  const second = await screen.findByRole('textbox', { name: 'Title of line 1, video 2' })
  await userEvent.clear(second)
  await userEvent.type(second, 'Hoisting')
  await userEvent.click(screen.getByRole('button', { name: 'Leave out line 1, video 3' }))
  await userEvent.click(screen.getByRole('button', { name: 'Add 2 videos' }))
  expect(await screen.findByRole('heading', { level: 1, name: playlist.title })).toBeTruthy()
  const drafts = [
    { source: 'youtube', key: 'aircAruvnKk', title: 'aircAruvnKk' },
    { source: 'youtube', key: 'hX3c9Kq1vTs', title: 'Hoisting' },
  ]
  expect(sent.at(-1)?.body).toEqual({ items: drafts })
})

test('a video without a picture is added with everything that was typed', async () => {
  open(`${BUILD}/add?tab=one`)
  const type = async (label: RegExp, text: string) =>
    userEvent.type(await screen.findByLabelText(label), text)
  await type(/^Video title/, 'Closures')
  await type(/^Video link/, 'https://youtu.be/dQw4w9WgXcQ')
  await type(/^Starts at/, '1:30')
  await type(/^Description/, 'What a function remembers.')
  await type(/^Chapters/, '0:00 Scopes{Enter}5:00 Loops')
  await userEvent.click(screen.getByRole('button', { name: 'Save as draft' }))
  expect(await screen.findByRole('heading', { level: 1, name: playlist.title })).toBeTruthy()
  expect(sent.at(-1)).toEqual({
    path: `/api/playlists/${playlist._id}/courses`,
    body: {
      items: [
        {
          source: 'youtube',
          key: 'dQw4w9WgXcQ',
          startsAt: 90,
          title: 'Closures',
          description: 'What a function remembers.',
          chapters: '0:00 Scopes\n5:00 Loops',
          image: true,
        },
      ],
    },
  })
})
