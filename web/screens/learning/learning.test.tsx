import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '#web/core/toasts.ts'
import { aCard, aCourse } from '#web/test-content.ts'
import { aUser } from '#web/test-context.tsx'
import {
  ALL_LIKES,
  aNote,
  aProgressCard,
  button,
  openLearning,
  removeFromList,
  resetSite,
  site,
} from '#web/test-learning.tsx'
import { localDay } from '#web/ui/text/format.ts'
import '#web/ui/overlay/confirm.tsx'

let unsubscribe: () => void
beforeEach(() => {
  resetSite()
  unsubscribe = toasts.subscribe((toast) => site.toasts.push(toast))
})
afterEach(() => unsubscribe())

test('the tabs are links, in the order of the product, and the current one is marked', async () => {
  openLearning('/learning/history')
  const tabs = within(screen.getByRole('navigation', { name: 'My learning' })).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Continue',
    'History',
    'Done',
    'Notes',
    'Liked',
    'Saved',
  ])
  expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual([null, 'page', null, null, null, null])
  expect(tabs.at(-1)?.getAttribute('href')).toBe(`/user-saved-playlist/${aUser()._id}`)
  expect(screen.getByRole('heading', { level: 1, name: 'My learning' })).toBeTruthy()
})

test.each([
  ['/learning', 'Nothing started yet.'],
  ['/learning/history', 'Nothing watched yet.'],
  ['/learning/done', 'Nothing done yet.'],
  ['/learning/notes', 'No notes yet.'],
  ['/learning/liked', 'No liked videos yet.'],
])('an empty %s says so and leads to the courses', async (path, title) => {
  openLearning(path)
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse courses' }).getAttribute('href')).toBe('/courses')
})

test('the first playlist to continue is a wide card with its button, the others are small cards', async () => {
  site.cards = [aProgressCard('1'), aProgressCard('2')]
  openLearning('/learning')
  const first = await screen.findByRole('link', { name: 'Continue at 3:12: Video 1' })
  expect(first.getAttribute('href')).toBe(
    `/watch-video/${site.cards[0]?.playlist._id}/${site.cards[0]?.course._id}`,
  )
  expect(screen.getAllByText('4 of 12 done')).toHaveLength(2)
  expect(await screen.findByText('52 min left at 1.25x')).toBeTruthy()
  expect(site.asked).toContain(`progress ${site.cards[0]?.playlist._id}`)
  expect(screen.getAllByText('9 min left')).toHaveLength(2)
  expect(screen.getByRole('link', { name: /^Continue: Video 2/ })).toBeTruthy()
})

test('a playlist is removed from Continue by its menu, and the focus stays on the page', async () => {
  site.cards = [aProgressCard('1'), aProgressCard('2')]
  const hidden = site.cards[1]?.playlist._id
  openLearning('/learning')
  await removeFromList('Playlist 2')
  await waitFor(() => expect(screen.queryByText('Playlist 2')).toBeNull())
  expect(site.asked).toContain(`hide ${hidden}`)
  expect(document.activeElement).not.toBe(document.body)
})

test('a playlist that could not be removed from Continue is shown again', async () => {
  site.cards = [aProgressCard('1'), aProgressCard('2')]
  site.broken = true
  openLearning('/learning')
  await removeFromList('Playlist 2')
  await waitFor(() => expect(site.toasts).toEqual([{ tone: 'error', text: 'It failed.', timeout: 6000 }]))
  expect(await screen.findByText('Playlist 2')).toBeTruthy()
})

test('this week says how many minutes are new, on how many days', async () => {
  const now = new Date()
  const monday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7))
  site.days = [
    { day: localDay(new Date(monday.getTime() - 86_400_000)), seconds: 5000 },
    { day: localDay(monday), seconds: 4260 },
  ]
  openLearning('/learning/liked')
  const week = within(screen.getByRole('complementary', { name: 'This week' }))
  expect(await week.findByText('1 h 11 min')).toBeTruthy()
  expect(week.getByText('of new video on 1 day')).toBeTruthy()
  expect(week.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Monday: 1 h 11 min',
    'Tuesday: 0 min',
    'Wednesday: 0 min',
    'Thursday: 0 min',
    'Friday: 0 min',
    'Saturday: 0 min',
    'Sunday: 0 min',
  ])
})

test('a done video says how it was done, and when', async () => {
  site.cards = [
    aProgressCard('1', { done: true, doneBy: 'hand' }),
    aProgressCard('2', { done: true, doneBy: 'watched' }),
  ]
  openLearning('/learning/done')
  expect((await screen.findByText(/^Marked as done on/)).textContent).toBe(
    'Marked as done on 1 April 2025 · Watch again',
  )
  expect(screen.getByText(/^Watched on/).textContent).toBe('Watched on 1 April 2025 · Watch again')
  expect(screen.getByRole('link', { name: 'Watch again: Video 1' })).toBeTruthy()
  expect(site.asked).toEqual(['list done'])
})

test('the first row of a playlist that is done leads to what is kept of it', async () => {
  site.cards = [aProgressCard('1'), aProgressCard('1'), aProgressCard('2')].map((card, index) => ({
    ...card,
    course: { ...card.course, _id: `e${index}`.padEnd(24, '0'), done: true },
    playlist: { ...card.playlist, doneCount: index < 2 ? 12 : 4 },
  }))
  openLearning('/learning/done')
  const link = await screen.findByRole('link', { name: 'What you keep: Playlist 1' })
  expect(link.getAttribute('href')).toBe(`/learning/finished/${site.cards[0]?.playlist._id}`)
  expect(screen.getAllByText('What you keep')).toHaveLength(1)
})

test('notes are grouped by playlist and video; each leads to its second', async () => {
  site.notes = [aNote('1', 'Closures', 'JS'), aNote('2', 'Tokens', 'Design'), aNote('3', 'Closures', 'JS')]
  openLearning('/learning/notes')
  const js = within(await screen.findByRole('region', { name: 'Notes: JS' }))
  expect(js.getAllByRole('listitem')).toHaveLength(2)
  expect(js.getByRole('button', { name: 'Export notes: JS' })).toBeTruthy()
  const list = within(screen.getByRole('region', { name: 'Your notes' }))
  const headings = list.getAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual(['JS', 'Design'])
  expect(js.getAllByRole('link', { name: '1:35' })[0]?.getAttribute('href')).toBe(
    `/watch-video/${site.notes[0]?.course.playlist._id}/${site.notes[0]?.course._id}?t=95`,
  )
})

test('a note of an uploaded video has the picture of its second', async () => {
  const still = { url: '/v/signed/storyboard-1.jpg', x: 320, y: 180, width: 320, height: 180 }
  site.notes = [{ ...aNote('1', 'Closures', 'Knots'), still }, aNote('2', 'Closures', 'Knots')]
  openLearning('/learning/notes')
  const [pictured, plain] = await screen.findAllByRole('link', { name: '1:35' })
  expect(pictured?.querySelector('svg')?.getAttribute('viewBox')).toBe('320 180 320 180')
  expect(pictured?.querySelector('image')?.getAttribute('href')).toBe('/v/signed/storyboard-1.jpg')
  expect(pictured?.getAttribute('href')).toMatch(/^\/watch-video\/.+\?t=95$/)
  expect(plain?.querySelector('image')).toBeNull()
})

test('bookmarks can be shown alone', async () => {
  const bookmark = { ...aNote('2', 'Closures', 'JS'), text: '', bookmark: true }
  site.notes = [aNote('1', 'Closures', 'JS'), bookmark]
  openLearning('/learning/notes')
  expect(await screen.findByText('Note 1')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Bookmarks' }))
  expect(screen.queryByText('Note 1')).toBeNull()
  expect(screen.getByText('Bookmark')).toBeTruthy()
})

test('notes without a bookmark have no filter', async () => {
  site.notes = [aNote('1', 'Closures', 'JS')]
  openLearning('/learning/notes')
  await screen.findByText('Note 1')
  expect(screen.queryByRole('radio')).toBeNull()
})

test('liked videos lead to their watch pages', async () => {
  site.likes = ALL_LIKES
  openLearning('/learning/liked')
  expect((await screen.findByRole('link', { name: 'The bowline' })).getAttribute('href')).toBe(
    `/watch-video/${aCard()._id}/${aCourse()._id}`,
  )
})

test('a like is taken back at once, and undone for five seconds', async () => {
  site.likes = ALL_LIKES
  openLearning('/learning/liked')
  await userEvent.click(await button('Unlike: The bowline'))
  expect(await screen.findByRole('heading', { name: 'No liked videos yet.' })).toBeTruthy()
  await waitFor(() => expect(site.toasts).toHaveLength(1))
  expect(site.toasts[0]).toMatchObject({ text: 'Removed from your liked videos.', timeout: 5000 })
  site.toasts[0]?.action?.run()
  expect(await screen.findByRole('link', { name: 'The bowline' })).toBeTruthy()
  expect(site.asked).toEqual(['unlike', 'like'])
})

test('a like that could not be taken back is shown again', async () => {
  site.likes = ALL_LIKES
  site.broken = true
  openLearning('/learning/liked')
  await userEvent.click(await button('Unlike: The bowline'))
  await waitFor(() => expect(site.toasts).toMatchObject([{ tone: 'error', text: 'It failed.' }]))
  expect(await screen.findByRole('link', { name: 'The bowline' })).toBeTruthy()
})
