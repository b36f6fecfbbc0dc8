import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import { NotificationList } from './notification-list.tsx'
import { publishedText, rowsOf } from './rows.ts'

const MARTA = {
  _id: 'a'.repeat(24),
  username: 'Marta Lindqvist',
  profilePhoto: { url: '/media/marta.webp', width: 80, height: 80 },
}
const [KNOTS, SAILS] = ['1'.repeat(24), '2'.repeat(24)]

function published(n: number, own: Partial<Notification> = {}): Notification {
  return {
    _id: String(n).padStart(24, '0'),
    kind: 'video_followed',
    subject: { kind: 'playlist', _id: KNOTS },
    actors: [MARTA],
    actorsCount: 1,
    count: 1,
    data: { videos: 2 },
    title: 'Knots for Sailors',
    playlist: null,
    text: null,
    link: `/playlist-details/${KNOTS}`,
    gone: false,
    createdAt: new Date(2026, 2, 14, 12, n).toISOString(),
    readAt: '2026-03-14T20:00:00.000Z',
    ...own,
  }
}

/** Four videos of one playlist in two notifications, and one of another playlist. */
const ONE_DAY = [
  published(3, {
    subject: { kind: 'course', _id: '3'.repeat(24) },
    link: `/watch-video/${SAILS}/3`,
    data: {},
  }),
  published(2, { readAt: null }),
  published(1),
]
const ids = (rows: Notification[][]) => rows.map((row) => row.map(({ _id }) => Number(_id)))

const words = (row: Notification[]) =>
  publishedText(row)
    .map((part) => (typeof part === 'string' ? part : part.strong))
    .join('')

test('what one teacher published on one day is one row, at the place of the newest', () => {
  const comment = published(9, { kind: 'comment' })
  const [first, ...others] = ONE_DAY
  if (!first) throw new Error('There is one.')
  expect(ids(rowsOf([first, comment, ...others]))).toEqual([[3, 2, 1], [9]])
  expect(words(ONE_DAY)).toBe('Marta Lindqvist published 5 videos in 2 playlists')
})

test('another day, another teacher and what is gone are rows of their own', () => {
  const others = [
    published(4, { createdAt: new Date(2026, 2, 13, 23, 59).toISOString() }),
    published(5, { actors: [{ ...MARTA, _id: 'b'.repeat(24) }] }),
    published(6, { actors: [], gone: true, link: null }),
    published(7, { actors: [], gone: true, link: null }),
  ]
  expect(ids(rowsOf([published(1), ...others]))).toEqual([[1], [4], [5], [6], [7]])
})

test('playlists without a video are counted without videos', () => {
  const playlists = [KNOTS, SAILS].map((id, n) =>
    published(n, { kind: 'playlist_new', data: { videos: 0 }, link: `/playlist-details/${id}` }),
  )
  expect(words(playlists)).toBe('Marta Lindqvist published 2 playlists')
})

test('a row opens to its entries, is new while one of them is, and later pages do not join it', async () => {
  const followed: string[] = []
  render(
    <MemoryRouter>
      <NotificationList
        pages={[ONE_DAY, [published(0)]]}
        level={2}
        onFollow={({ _id }) => followed.push(_id)}
      />
    </MemoryRouter>,
  )
  const row = screen.getByRole('button', { name: /Marta Lindqvist published 5 videos in 2 playlists/ })
  expect(within(row).getByText('New')).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(1)
  await userEvent.click(row)
  expect(row.getAttribute('aria-expanded')).toBe('true')
  const [opened] = screen.getAllByRole('list').filter((list) => list.id === row.getAttribute('aria-controls'))
  if (!opened) throw new Error('The row is closed.')
  const [, second] = within(opened).getAllByRole('link')
  expect(within(opened).getAllByText('New')).toHaveLength(1)
  if (second) await userEvent.click(second)
  expect(followed).toEqual([ONE_DAY[1]?._id])
  await userEvent.click(row)
  expect(screen.getAllByRole('link')).toHaveLength(1)
})
