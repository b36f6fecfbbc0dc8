import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FinishedPlaylist } from '#contract/learning/learning.ts'
import { ADA, aCard } from '#web/test-content.ts'
import { aUser, errorReply, renderAt, testContext } from '#web/test-context.tsx'
import { aProgressCard } from '#web/test-learning.tsx'
import { Component } from './playlist-finished.tsx'

const PLAYLIST = 'a'.repeat(24)
const COURSE = 'b'.repeat(24)
const AT = '2025-11-14T12:00:00.000Z'

const aSummary = (): FinishedPlaylist => ({
  playlist: {
    _id: PLAYLIST,
    title: 'Knots',
    category: 'science',
    mainPlaylistImage: aCard().mainPlaylistImage,
    teacher: ADA,
  },
  startedAt: '2025-11-03T12:00:00.000Z',
  finishedAt: AT,
  doneCount: 12,
  coursesCount: 12,
  watchedSeconds: 7320,
  courses: [
    {
      _id: COURSE,
      videoTitle: 'The bowline',
      number: 2,
      notes: [
        {
          _id: '1'.repeat(24),
          at: 250,
          text: 'Look outwards.',
          bookmark: false,
          createdAt: AT,
          updatedAt: AT,
        },
        {
          _id: '2'.repeat(24),
          at: 451,
          text: '',
          bookmark: true,
          words: 'A loop.',
          createdAt: AT,
          updatedAt: AT,
        },
      ],
      questions: [
        {
          _id: '3'.repeat(24),
          at: 348,
          text: 'Does it hold?',
          answer: {
            text: 'It does.',
            username: 'Ada',
            createdAt: AT,
            acceptedAt: '2025-11-18T12:00:00.000Z',
          },
        },
        { _id: '4'.repeat(24), at: null, text: 'And when wet?', answer: null },
      ],
      changed: 'corrections',
      changedAt: [362],
    },
  ],
  newVideos: 0,
})

let summary: FinishedPlaylist
let formats: (string | undefined)[]
beforeEach(() => {
  summary = aSummary()
  formats = []
})

function open(answer?: Response) {
  const context = testContext({
    user: aUser(),
    answers: {
      'learning.summary': ({ query: { format } }) => {
        formats.push(format)
        return answer ?? (format === 'markdown' ? '# Knots' : summary)
      },
      'progress.list': () => {
        const cards = [aProgressCard('1'), aProgressCard('2')].map((card, index) => ({
          ...card,
          playlist: { ...card.playlist, _id: index === 0 ? PLAYLIST : card.playlist._id },
        }))
        return { cards, total: 2, nextCursor: null }
      },
    },
  })
  return renderAt(
    [{ path: '/learning/finished/:playlistId', Component }],
    `/learning/finished/${PLAYLIST}`,
    context,
  )
}

const figures = () => screen.getAllByRole('definition').map((each) => each.parentElement?.textContent)

test('the page says what was finished and when, and has its figures', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'You finished Knots.' })).toBeTruthy()
  expect(screen.getByText(/^12 videos by Ada/).textContent).toMatch(
    /^12 videos by Ada[^,]*, 3\s?–\s?14 November 2025\. 2 h 02 min watched\.$/,
  )
  expect(figures()).toEqual([
    'videos done12',
    'note, 1 bookmark1',
    'questions, 1 answered2',
    'video changed since1',
  ])
})

test('notes, bookmarks and questions stand by video, each with its second', async () => {
  open()
  const kept = within(await screen.findByRole('region', { name: 'What you keep' }))
  expect(kept.getByRole('heading', { level: 3 }).textContent).toBe('The bowline2 of 12')
  expect(kept.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '4:10Look outwards.',
    '7:31Bookmark · A loop.',
  ])
  expect(kept.getByRole('link', { name: '4:10' }).getAttribute('href')).toBe(
    `/watch-video/${PLAYLIST}/${COURSE}?t=250`,
  )
  const [answered, open_] = kept.getAllByText(/^You asked/)
  expect(answered?.parentElement?.textContent).toBe(
    'You asked at 5:48: Does it hold?It does.Ada, accepted on 18 November 2025',
  )
  expect(open_?.parentElement?.textContent).toBe('You asked: And when wet?')
})

test('what changed since and another playlist stand beside', async () => {
  open()
  const changed = within(await screen.findByRole('region', { name: 'Changed since you watched' }))
  expect(changed.getByText(/has/).textContent).toBe('The bowline has 1 correction.')
  expect(changed.getByRole('link').getAttribute('href')).toBe(`/watch-video/${PLAYLIST}/${COURSE}?t=362`)
  const next = within(await screen.findByRole('region', { name: 'Continue with' }))
  expect(next.getByRole('link', { name: 'Playlist 2' })).toBeTruthy()
})

test('videos that were added later are a link to the playlist', async () => {
  summary.newVideos = 2
  open()
  expect((await screen.findByRole('link', { name: '2 new videos' })).getAttribute('href')).toBe(
    `/playlist-details/${PLAYLIST}`,
  )
})

test('a playlist taken offline keeps what the user wrote', async () => {
  summary.playlist = {
    ...summary.playlist,
    title: 'Playlist not available.',
    teacher: null,
    mainPlaylistImage: null,
  }
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Playlist not available.' })).toBeTruthy()
  expect(screen.getByText('Look outwards.')).toBeTruthy()
})

test('the page is printed, and downloaded as Markdown', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Markdown' }))
  await waitFor(() => expect(createObjectURL).toHaveBeenCalledOnce())
  expect(formats).toEqual([undefined, 'markdown'])
  expect(names).toEqual(['Knots finished.md'])
})

test('a playlist that is not finished says so and leads to Continue', async () => {
  open(errorReply(404, { code: 'not_found', message: 'You have not finished this playlist.' }))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'You have not finished this playlist.' }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue watching' }).getAttribute('href')).toBe('/learning')
})
