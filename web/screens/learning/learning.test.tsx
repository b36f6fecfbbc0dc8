import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Note } from '#contract/learning/notes.ts'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { PlayerSettings } from '#contract/video/player.ts'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { type ToastMessage, toasts } from '#web/core/toasts.ts'
import { ADA, aCard, aCourse } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { Component as Continue } from './learning-continue.tsx'
import { Component as History } from './learning-history.tsx'
import { SCREENS } from './learning-screens.tsx'
import { Done, Liked, Notes } from './learning-tabs.tsx'
import '#web/ui/overlay/confirm.tsx'

const aProgressCard = (
  mark: string,
  { title = `Playlist ${mark}`, ...course }: Partial<ProgressCard['course']> & { title?: string } = {},
): ProgressCard => ({
  playlist: {
    _id: `a${mark}`.padEnd(24, '0'),
    title,
    category: 'science',
    mainPlaylistImage: aCard().mainPlaylistImage,
    teacher: ADA,
    coursesCount: 12,
    doneCount: 4,
  },
  course: {
    _id: `b${mark}`.padEnd(24, '0'),
    videoTitle: `Video ${mark}`,
    tutorialImage: aCard().mainPlaylistImage,
    durationSeconds: 760,
    atSeconds: 195,
    watchedSeconds: 200,
    done: false,
    doneBy: null,
    changed: null,
    ...course,
  },
  at: '2026-04-01T10:00:00.000Z',
})

const aNote = (mark: string, videoTitle: string, playlist: string): Note => ({
  _id: mark.repeat(24),
  course: {
    _id: `c${videoTitle}`.padEnd(24, '0'),
    videoTitle,
    playlist: { _id: `d${playlist}`.padEnd(24, '0'), title: playlist },
  },
  at: 95,
  text: `Note ${mark}`,
  createdAt: '2026-04-01T10:00:00.000Z',
  updatedAt: '2026-04-01T10:00:00.000Z',
})

let cards: ProgressCard[]
let notes: Note[]
let likes: ReturnType<typeof aCourse>[]
let asked: string[]
let historyPaused: boolean
let broken: boolean
let shownToasts: ToastMessage[]
let unsubscribe: () => void

beforeEach(() => {
  cards = []
  notes = []
  likes = []
  asked = []
  historyPaused = false
  broken = false
  shownToasts = []
  unsubscribe = toasts.subscribe((toast) => shownToasts.push(toast))
})
afterEach(() => unsubscribe())

const done = (message: string) =>
  broken ? errorReply(400, { code: 'invalid', message: 'It failed.' }) : { success: true as const, message }

function open(path: string) {
  const context = testContext({
    user: aUser(),
    answers: {
      'progress.list': ({ query }) => {
        asked.push(`list ${query.kind}`)
        return { cards, total: cards.length, nextCursor: null }
      },
      'progress.ofPlaylist': ({ params: { id } }) => {
        asked.push(`progress ${id}`)
        return { courses: [], doneCount: 2, continueWith: null, secondsLeft: 3900, rate: 1.25 }
      },
      'progress.hide': ({ params: { id } }) => {
        asked.push(`hide ${id}`)
        if (!broken) cards = cards.filter(({ playlist }) => playlist._id !== id)
        return done('Hidden.')
      },
      'progress.forget': ({ params: { id } }) => {
        asked.push(`forget ${id}`)
        if (!broken) cards = cards.filter(({ course }) => course._id !== id)
        return done('Forgotten.')
      },
      'progress.clear': () => {
        cards = []
        return done('Your history is cleared.')
      },
      'notes.list': () => ({ notes, total: notes.length, nextCursor: null }),
      'likes.list': () => ({ courses: likes, total: likes.length, nextCursor: null }),
      'users.player': () => ({ ...PLAYER_DEFAULTS, historyPaused }),
      'users.setPlayer': (request) => {
        const settings = PlayerSettings.parse({ ...PLAYER_DEFAULTS, ...Object(sentTo(request)) })
        historyPaused = settings.historyPaused
        return settings
      },
    },
  })
  const routes = [
    {
      path: '/learning',
      Component: SCREENS.Learning,
      children: [
        { index: true, Component: Continue },
        { path: 'history', Component: History },
        { path: 'done', Component: Done },
        { path: 'notes', Component: Notes },
        { path: 'liked', Component: Liked },
      ],
    },
  ]
  return renderAt(routes, path, context)
}

const button = (name: string) => screen.findByRole('button', { name })

async function removeFromList(title: string): Promise<void> {
  const more = await screen.findByRole('button', { name: `More: ${title}` })
  await userEvent.click(more)
  const menu = within(more.parentElement ?? more)
  await userEvent.click(menu.getByRole('menuitem', { name: 'Remove from this list', hidden: true }))
}

test('the tabs are links, in the order of the product, and the current one is marked', async () => {
  open('/learning/history')
  const tabs = within(screen.getByRole('navigation', { name: 'My learning' })).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Continue',
    'History',
    'Done',
    'Notes',
    'Liked',
  ])
  expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual([null, 'page', null, null, null])
  expect(screen.getByRole('heading', { level: 1, name: 'My learning' })).toBeTruthy()
})

test.each([
  ['/learning', 'Nothing started yet.'],
  ['/learning/history', 'Nothing watched yet.'],
  ['/learning/done', 'Nothing done yet.'],
  ['/learning/notes', 'No notes yet.'],
  ['/learning/liked', 'No liked videos yet.'],
])('an empty %s says so and leads to the courses', async (path, title) => {
  open(path)
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse courses' }).getAttribute('href')).toBe('/courses')
})

test('the first playlist to continue is a wide card with its button, the others are small cards', async () => {
  cards = [aProgressCard('1'), aProgressCard('2')]
  open('/learning')
  const first = await screen.findByRole('link', { name: 'Continue at 3:12: Video 1' })
  expect(first.getAttribute('href')).toBe(`/watch-video/${cards[0]?.playlist._id}/${cards[0]?.course._id}`)
  expect(screen.getAllByText('4 of 12 done')).toHaveLength(2)
  expect(await screen.findByText('52 min left at 1.25x')).toBeTruthy()
  expect(asked).toContain(`progress ${cards[0]?.playlist._id}`)
  expect(screen.getAllByText('9 min left')).toHaveLength(2)
  expect(screen.getByRole('link', { name: /^Continue: Video 2/ })).toBeTruthy()
})

test('a playlist is removed from Continue by its menu, and the focus stays on the page', async () => {
  cards = [aProgressCard('1'), aProgressCard('2')]
  const hidden = cards[1]?.playlist._id
  open('/learning')
  await removeFromList('Playlist 2')
  await waitFor(() => expect(screen.queryByText('Playlist 2')).toBeNull())
  expect(asked).toContain(`hide ${hidden}`)
  expect(document.activeElement).not.toBe(document.body)
})

test('a playlist that could not be removed from Continue is shown again', async () => {
  cards = [aProgressCard('1'), aProgressCard('2')]
  broken = true
  open('/learning')
  await removeFromList('Playlist 2')
  await waitFor(() => expect(shownToasts).toEqual([{ tone: 'error', text: 'It failed.', timeout: 6000 }]))
  expect(await screen.findByText('Playlist 2')).toBeTruthy()
})

test('history is paused and resumed, which the page says', async () => {
  open('/learning/history')
  await userEvent.click(await button('Pause history'))
  expect(await screen.findByText('History is paused. Your progress is not being saved.')).toBeTruthy()
  await userEvent.click(await button('Resume history'))
  await button('Pause history')
  expect(screen.queryByText('History is paused. Your progress is not being saved.')).toBeNull()
  expect(historyPaused).toBe(false)
})

test('clearing the history asks first and says that the Done marks go, too', async () => {
  cards = [aProgressCard('1')]
  open('/learning/history')
  await userEvent.click(await button('Clear history'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Clear your history?' }))
  expect(dialog.getByText('This also removes all your Done marks.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('Video 1')).toBeTruthy()
  await userEvent.click(await button('Clear history'))
  const again = within(await screen.findByRole('alertdialog'))
  await userEvent.click(again.getByRole('button', { name: 'Clear history' }))
  expect(await screen.findByRole('heading', { name: 'Nothing watched yet.' })).toBeTruthy()
  expect(shownToasts[0]).toMatchObject({ tone: 'success', text: 'Your history is cleared.' })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'History' }))
})

test('one video is removed from the history after a question', async () => {
  cards = [aProgressCard('1', { done: true, doneBy: 'watched' }), aProgressCard('2')]
  const forgotten = cards[0]?.course._id
  open('/learning/history')
  await userEvent.click(await button('Remove from your history: Video 1'))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('This also removes its Done mark.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Video 1')).toBeNull())
  expect(screen.getByText('Video 2')).toBeTruthy()
  expect(asked).toContain(`forget ${forgotten}`)
})

test('a done video says how it was done, and when', async () => {
  cards = [
    aProgressCard('1', { done: true, doneBy: 'hand' }),
    aProgressCard('2', { done: true, doneBy: 'watched' }),
  ]
  open('/learning/done')
  expect((await screen.findByText(/^Marked as done on/)).textContent).toBe('Marked as done on 2026-04-01')
  expect(screen.getByText(/^Watched on/).textContent).toBe('Watched on 2026-04-01')
  expect(asked).toEqual(['list done'])
})

test('notes are grouped by playlist and video; each leads to its second', async () => {
  notes = [aNote('1', 'Closures', 'JS'), aNote('2', 'Tokens', 'Design'), aNote('3', 'Closures', 'JS')]
  open('/learning/notes')
  const js = within(await screen.findByRole('region', { name: 'Notes: JS' }))
  expect(js.getAllByRole('listitem')).toHaveLength(2)
  expect(js.getByRole('button', { name: 'Export notes: JS' })).toBeTruthy()
  const headings = screen.getAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual(['JS', 'Design'])
  expect(js.getAllByRole('link', { name: '1:35' })[0]?.getAttribute('href')).toBe(
    `/watch-video/${notes[0]?.course.playlist._id}/${notes[0]?.course._id}?t=95`,
  )
})

test('liked videos lead to their watch pages', async () => {
  likes = [aCourse()]
  open('/learning/liked')
  expect((await screen.findByRole('link', { name: 'The bowline' })).getAttribute('href')).toBe(
    `/watch-video/${aCard()._id}/${aCourse()._id}`,
  )
})
