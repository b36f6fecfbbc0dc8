/** The watch page in two columns: what stands beside the video, and what below it. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Course } from '#contract/catalog/courses.ts'
import type { PlayerSettings } from '#contract/video/player.ts'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import { aCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, renderAt, sentTo, testContext } from '#web/test-context.tsx'
import { layOut } from '#web/test-watch.tsx'
import { Component } from './watch-video.tsx'
// The screen downloads these on demand. Importing them here keeps slow machines from timing out.
import '#web/features/captions/transcript.tsx'
import '#web/features/learning/notes/course-notes.tsx'

const ENGLISH = { _id: 'e'.repeat(24), language: 'en', label: 'English' }

beforeEach(() => {
  // These tests have no live events.
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  layOut(1216)
})

interface Opened {
  settings?: Partial<PlayerSettings>
  course?: Partial<Course>
  query?: string
}

function open({ settings, course, query = '' }: Opened = {}) {
  const saved: unknown[] = []
  const context = testContext({
    user: aUser(),
    answers: {
      'courses.get': () => aCourse({ captions: [ENGLISH], ...course }),
      'playlists.get': () => aPlaylist(),
      'comments.threads': () => ({ threads: [], total: 0, nextCursor: null }),
      'notes.list': () => ({ notes: [], total: 4, nextCursor: null }),
      'follows.list': () => ({ teachers: [], playlists: [] }),
      'captions.cues': () => ({
        cues: [
          { start: 0, end: 10, text: 'One rope, one knot' },
          { start: 10, end: 20, text: 'the end of the rope' },
        ],
      }),
      'users.player': () => ({ ...PLAYER_DEFAULTS, ...settings }),
      'users.setPlayer': (request) => {
        saved.push(sentTo(request))
        return PLAYER_DEFAULTS
      },
    },
  })
  const routes = [{ path: '/watch-video/:playlistId/:videoId', Component }]
  const address = `/watch-video/${aPlaylist()._id}/${aCourse()._id}${query}`
  return { saved, ...renderAt(routes, address, context) }
}

const tab = (name: string) => screen.findByRole('tab', { name })
const panel = (name: string) => screen.findByRole('tabpanel', { name })
/** A key on the page, outside of every field. */
const press = (code: string) => fireEvent.keyDown(document.body, { code })

test('beside the video are Playlist, Transcript and Notes; About and Comments are below it, without tabs', async () => {
  open()
  await panel('Playlist 1 of 2')
  await tab('Notes 4')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent?.trim())).toEqual([
    'Playlist 1 of 2',
    'Transcript',
    'Notes 4',
  ])
  expect(screen.getByText('How to tie the bowline.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Comments 0' }).className).not.toBe('sr')
  expect(screen.getByRole('button', { name: 'Follow Ada Byron' })).toBeTruthy()
  const list = within(screen.getByRole('complementary'))
  expect(list.getByRole('link', { name: 'Next video: The clove hitch' })).toBeTruthy()
})

test('the opened panel is remembered; the address wins', async () => {
  const { saved, unmount } = open()
  await userEvent.click(await tab('Notes 4'))
  await panel('Notes 4')
  unmount()
  await waitFor(() => expect(saved).toEqual([{ panel: 'notes' }]))

  const second = open({ settings: { panel: 'transcript' } })
  await panel('Transcript')
  second.unmount()
  open({ settings: { panel: 'transcript' }, query: '?tab=notes' })
  await panel('Notes 4')
})

test('N, / and Q give the focus to the fields of notes, transcript and comments', async () => {
  open()
  await panel('Playlist 1 of 2')
  press('KeyN')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your note')))
  act(() => screen.getByRole('region', { name: 'Video player' }).focus())
  press('Slash')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
  act(() => screen.getByRole('region', { name: 'Video player' }).focus())
  press('KeyQ')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Add a comment')))
  expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Transcript')
})

test.each([
  { tab: 'about', shown: () => document.getElementById('about') },
  { tab: 'comments', shown: () => screen.getByRole('heading', { name: 'Comments 0' }) },
])('?tab=$tab scrolls there', async ({ tab: name, shown }) => {
  const scrolled: unknown[] = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function scroll(this: HTMLElement) {
    scrolled.push(this)
  })
  open({ query: `?tab=${name}` })
  await panel('Playlist 1 of 2')
  expect(new Set(scrolled)).toEqual(new Set([shown()]))
})

test('Autoplay is a setting', async () => {
  const { saved, unmount } = open()
  await userEvent.click(await screen.findByRole('switch', { name: 'Autoplay' }))
  expect(await screen.findByRole('switch', { name: 'Autoplay', checked: true })).toBeTruthy()
  unmount()
  await waitFor(() => expect(saved).toEqual([{ autoplay: true }]))
})

test('About names the approved version, and opens the text and the chapters', async () => {
  const chapters = [95, 180].map((at) => ({ at, title: `The loop at ${at}` }))
  const approvedAt = `${new Date().getFullYear()}-03-14T12:00:00.000Z`
  open({ course: { chapters, version: { number: 2, approvedAt } } })
  const more = await screen.findByRole('button', { name: 'More, and 2 chapters' })
  expect(document.getElementById('about')?.textContent).toContain('Version 2, approved on 14 March')
  expect(screen.queryByRole('link', { name: /The loop/ })).toBeNull()
  await userEvent.click(more)
  expect(screen.getAllByRole('link', { name: /The loop/ })).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Show less' }))
  expect(screen.queryByRole('link', { name: /The loop/ })).toBeNull()
})

test('the words of a search open the transcript at the second of the hit, also after the address has lost them', async () => {
  const { router } = open({ query: '?t=12&q=rope' })
  await panel('Transcript')
  expect(await screen.findByText('2 of 2')).toBeTruthy()
  await act(() => router.navigate(router.state.location.pathname, { replace: true }))
  expect(screen.getByRole('searchbox', { name: 'Search the transcript' })).toHaveProperty('value', 'rope')
})

test('the frame of a playing video stays, whatever is beside it', async () => {
  const observed: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(notify: () => void) {
        observed.push(notify)
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Play video: The bowline' }))
  const frame = screen.getByTitle('The bowline')
  const resize = (width: number) =>
    act(() => {
      layOut(width)
      for (const notify of observed) notify()
    })
  for (const name of ['Transcript', 'Notes 4', 'Playlist 1 of 2']) await userEvent.click(await tab(name))
  press('KeyT')
  resize(800)
  await screen.findByRole('button', { name: /^Playlist · 1 of 2/ })
  resize(1216)
  await panel('Playlist 1 of 2')
  expect(screen.getByTitle('The bowline')).toBe(frame)
})
