import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentDrafts } from '#web/core/drafts/drafts.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { ADA, aCard, aPlaylist } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { Component as AddCourse } from './add-course.tsx'
import { Component as AddPlaylist } from './add-playlist.tsx'

/** jsdom cannot put a file into a form, so every form that is sent has one. */
class WithImage extends FormData {
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    super(form)
    const image = new File(['x'], 'cover.png', { type: 'image/png' })
    if (submitter) for (const field of ['mainPlaylistImage', 'tutorialImage']) this.set(field, image)
  }
}

let answer: () => Response
let reading: (() => Response | Promise<Response>) | undefined
let sent: { path: string; form: Record<string, unknown> }[]
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  vi.stubGlobal('FormData', WithImage)
  answer = () => Response.json({ success: true, message: 'Added.', data: aPlaylist() }, { status: 201 })
  reading = undefined
  sent = []
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

const adding = ({ path, init: { body } }: { path: string; init: RequestInit }) => {
  sent.push({ path, form: body instanceof FormData ? Object.fromEntries(body) : {} })
  return answer()
}

function open(path: string, user = aUser({ ...ADA, role: 'Teacher' })) {
  const category = { _id: '1'.repeat(24), title: 'science', createdAt: '', playlistsCount: 0 }
  const context = testContext({
    user,
    answers: {
      'categories.list': () => reading?.() ?? { categories: [category] },
      'playlists.ofTeacher': () =>
        reading?.() ?? { playlists: [aCard()], total: 1, nextCursor: null, coursesCount: 0 },
      'playlists.create': adding,
      'courses.create': adding,
    },
  })
  const routes = [
    { path: '/teacher-dashboard/add-playlist', Component: AddPlaylist },
    { path: '/teacher-dashboard/add-course', Component: AddCourse },
    { path: '*', element: <h1>Elsewhere</h1> },
  ]
  return renderAt(routes, path, context)
}

const type = async (name: RegExp, text: string) => userEvent.type(await screen.findByLabelText(name), text)

async function addPlaylist() {
  const { router } = open('/teacher-dashboard/add-playlist')
  await type(/^Title/, 'Knots')
  await type(/^Description/, 'Seven knots.')
  await screen.findByRole('option', { name: 'science' })
  await userEvent.selectOptions(screen.getByLabelText(/^Category/), 'science')
  await userEvent.click(screen.getByRole('button', { name: 'Add Playlist' }))
  return router
}

async function addCourse() {
  const { router } = open('/teacher-dashboard/add-course')
  await type(/^Video title/, 'The bowline')
  await type(/^Video link/, 'https://youtu.be/aircAruvnKk')
  await type(/^Description/, 'How to tie it.')
  await screen.findByRole('option', { name: aCard().title })
  await userEvent.selectOptions(screen.getByLabelText(/^Playlist/), aCard()._id)
  await userEvent.click(screen.getByRole('button', { name: 'Add Course' }))
  return router
}

const ADDED = 'Course added successfully and is pending admin approval'

test('an added playlist is sent completely, shows a toast for 10000 ms and leads to its build screen', async () => {
  const router = await addPlaylist()
  await waitFor(() => expect(shownToasts).toEqual([{ tone: 'success', text: ADDED, timeout: 10_000 }]))
  expect(sent).toMatchObject([
    { path: '/api/playlists', form: { title: 'Knots', description: 'Seven knots.', category: 'science' } },
  ])
  expect(sent[0]?.form.mainPlaylistImage).toBeInstanceOf(File)
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/teacher-dashboard/build/${aPlaylist()._id}`),
  )
})

test('an added course is sent completely, shows a toast for 10000 ms and leads to its playlist’s table', async () => {
  const router = await addCourse()
  await waitFor(() => expect(shownToasts).toEqual([{ tone: 'success', text: ADDED, timeout: 10_000 }]))
  const { path, form } = sent[0] ?? {}
  expect(path).toBe(`/api/courses/${aCard()._id}`)
  expect(form).toMatchObject({
    videoTitle: 'The bowline',
    videoLink: 'aircAruvnKk',
    description: 'How to tie it.',
    playlistId: aCard()._id,
  })
  expect(form?.tutorialImage).toBeInstanceOf(File)
  await waitFor(() => expect(router.state.location.search).toBe(`?playlist=${aCard()._id}`))
})

test.each([
  ['a playlist', addPlaylist],
  ['a course', addCourse],
])('a failure to add %s shows a toast for 10000 ms', async (_what, add) => {
  answer = () => errorReply(409, { code: 'conflict', message: 'There are too many.' })
  await add()
  await waitFor(() =>
    expect(shownToasts).toEqual([{ tone: 'error', text: 'There are too many.', timeout: 10_000 }]),
  )
})

test.each(['add-playlist', 'add-course'])(
  'a failed read of %s shows a toast for 10000 ms as well',
  async (screenOf) => {
    reading = () => errorReply(400, { code: 'invalid', message: 'It failed.' })
    open(`/teacher-dashboard/${screenOf}`)
    await waitFor(() => expect(shownToasts).toEqual([{ tone: 'error', text: 'It failed.', timeout: 10_000 }]))
  },
)

test.each([
  ['add-playlist', ['Title', 'Category', 'Playlist image', 'Description']],
  ['add-course', ['Video title', 'Video link', 'Playlist', 'Video image', 'Description']],
])('the required fields of %s are %j', async (screenOf, fields) => {
  open(`/teacher-dashboard/${screenOf}`)
  await screen.findByRole('form')
  const starred = [...document.querySelectorAll('form .required')].map(({ textContent }) => textContent)
  expect(starred).toEqual(fields)
})

/** The texts that `aria-describedby` of a field names. */
function descriptionOf(field: Element): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()
}

const LINK = /Video link must be a YouTube or Vimeo link, or an 11-character video id\.$/

test.each([
  {
    screenOf: 'add-playlist',
    submit: 'Add Playlist',
    says: [
      [/^Title/, /^Title must be 3 to 120 characters\.$/],
      [/^Category/, /^Choose a category from the list\.$/],
      [/^Playlist image/, /^Image is required\.$/],
      [/^Description/, /^Description is required\.$/],
    ] as const,
  },
  {
    screenOf: 'add-course',
    submit: 'Add Course',
    says: [
      [/^Video title/, /^Title must be 3 to 120 characters\.$/],
      [/^Video link/, LINK],
      [/^Playlist/, /^No playlist selected! Please choose one\.$/],
      [/^Video image/, /^Image is required\.$/],
      [/^Description/, /^Description is required\.$/],
    ] as const,
  },
])('an empty form of $screenOf is rejected field by field', async ({ screenOf, submit, says }) => {
  vi.unstubAllGlobals()
  open(`/teacher-dashboard/${screenOf}`)
  await screen.findByRole('option', { name: screenOf === 'add-course' ? aCard().title : 'science' })
  await userEvent.click(screen.getByRole('button', { name: submit }))
  for (const [name, words] of says) {
    const field = screen.getByLabelText(name)
    await waitFor(() => expect(descriptionOf(field)).toMatch(words))
    if (!/image/.test(name.source))
      expect(field.ariaRequired ?? field.getAttribute('required')).not.toBeNull()
  }
  expect(document.activeElement).toBe(screen.getByLabelText(says[0][0]))
  expect(sent).toEqual([])
})

test('an address of another site is no video', async () => {
  open('/teacher-dashboard/add-course')
  await type(/^Video title/, 'Nearly whole')
  await type(/^Video link/, 'https://example.org/watch?v=aircAruvnKk')
  await type(/^Description/, 'One thing.')
  await userEvent.click(screen.getByRole('button', { name: 'Add Course' }))
  const link = screen.getByLabelText(/^Video link/)
  await waitFor(() => expect(descriptionOf(link)).toMatch(LINK))
  expect(document.activeElement).toBe(link)
  expect(await value(/^Video title/)).toBe('Nearly whole')
  expect(sent).toEqual([])
})

test('a playlist that was deleted meanwhile is not chosen, and the form asks for another', async () => {
  open(`/teacher-dashboard/add-course?playlist=${'d'.repeat(24)}`)
  await screen.findByRole('option', { name: aCard().title })
  expect(await value(/^Playlist/)).toBe('')
  await userEvent.click(screen.getByRole('button', { name: 'Add Course' }))
  expect(await screen.findByText('No playlist selected! Please choose one.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a playlist that is chosen before the list has arrived is the one that gets the course', async () => {
  const arrived = Promise.withResolvers<Response>()
  reading = () => arrived.promise
  open(`/teacher-dashboard/add-course?playlist=${aCard()._id}`)
  await type(/^Video title/, 'The bowline')
  await type(/^Video link/, 'https://youtu.be/aircAruvnKk')
  await type(/^Description/, 'How to tie it.')
  await userEvent.click(screen.getByRole('button', { name: 'Add Course' }))
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual([`/api/courses/${aCard()._id}`]))
  arrived.resolve(Response.json({ playlists: [aCard()], total: 1, nextCursor: null, coursesCount: 0 }))
})

test('the picture of a course accepts images', async () => {
  open('/teacher-dashboard/add-course')
  const field = await screen.findByLabelText('Video image')
  expect(field.getAttribute('accept')).toBe('image/jpeg,image/png,image/webp,image/gif')
})

const value = async (name: RegExp) => (await screen.findByLabelText<HTMLInputElement>(name)).value
const drafts = () => currentDrafts()

test('a draft of a playlist is restored after a reload; Discard clears the form', async () => {
  const { unmount } = open('/teacher-dashboard/add-playlist')
  await type(/^Title/, 'Knots')
  await screen.findByRole('option', { name: 'science' })
  await userEvent.selectOptions(screen.getByLabelText(/^Category/), 'science')
  await type(/^Description/, 'Seven knots.')
  expect(await screen.findByText('Draft kept')).toBeTruthy()
  unmount()

  open('/teacher-dashboard/add-playlist')
  expect(await screen.findByText(/^Your draft from \d\d:\d\d is back\.$/)).toBeTruthy()
  expect(await Promise.all([/^Title/, /^Category/, /^Description/].map(value))).toEqual([
    'Knots',
    'science',
    'Seven knots.',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(await Promise.all([/^Title/, /^Category/, /^Description/].map(value))).toEqual(['', '', ''])
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Title/))
  expect(drafts()).toEqual([])
})

test.each([
  ['a playlist', addPlaylist],
  ['a course', addCourse],
])('saving %s deletes its draft', async (_what, add) => {
  const router = await add()
  await screen.findByText('Elsewhere')
  expect(drafts()).toEqual([])
  expect(router.state.location.pathname).not.toContain('add-')
})

test('a draft is visible only to its author', async () => {
  const { unmount } = open('/teacher-dashboard/add-course')
  await type(/^Video title/, 'The bowline')
  unmount()
  open('/teacher-dashboard/add-course', aUser({ role: 'Teacher' }))
  expect(await value(/^Video title/)).toBe('')
})

test.each([
  ['add-playlist', '/teacher-dashboard'],
  ['add-course', '/teacher-dashboard/table-course'],
])('Cancel leaves %s and keeps the draft', async (screenOf, table) => {
  const { router } = open(`/teacher-dashboard/${screenOf}`)
  await type(/^Description/, 'Half')
  await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
  await screen.findByText('Elsewhere')
  expect(router.state.location.pathname).toBe(table)
  expect(drafts()).toHaveLength(1)
})
