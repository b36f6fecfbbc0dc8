import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { CallReply } from '#contract/api.ts'
import type { ContinueCard, FreshVideo } from '#contract/learning/home.ts'
import { ADA, aCard } from '#web/test-content.ts'
import { aUser, errorReply, type Handlers, renderAt, testContext } from '#web/test-context.tsx'
import { Component } from './home.tsx'
import { loadHome } from './public.loader.ts'

const photo = { url: '/media/photo.webp', width: 640, height: 360 }
const yesterday = new Date(Date.now() - 86_400_000).toISOString()

const cardOf = (number: number, own: Partial<ContinueCard> = {}): ContinueCard => ({
  playlist: {
    _id: String(number).repeat(24),
    title: `Playlist ${number}`,
    category: 'design',
    mainPlaylistImage: photo,
    teacher: ADA,
    coursesCount: 12,
    doneCount: 4,
  },
  course: {
    _id: String(number).padStart(24, 'c'),
    videoTitle: `Video ${number}`,
    tutorialImage: photo,
    durationSeconds: 760,
    atSeconds: 195,
    watchedSeconds: 195,
    done: false,
    doneBy: null,
    changed: null,
    rest: null,
  },
  at: yesterday,
  still: null,
  chapter: null,
  ...own,
})

const fresh: FreshVideo = {
  _id: 'f'.repeat(24),
  videoTitle: 'Generics without fear',
  tutorialImage: photo,
  durationSeconds: 492,
  playlist: { _id: 'e'.repeat(24), category: 'development' },
  teacher: ADA,
  announcedAt: yesterday,
}

type Home = CallReply<'home.get'>
const homeOf = (own: Partial<Home>): Home => ({ continue: [], fresh: [], newcomer: false, ...own })

function open(home: () => Home | Response, answers: Handlers = {}) {
  const context = testContext({
    user: aUser(),
    answers: {
      'home.get': home,
      'playlists.list': () => ({ playlists: [aCard()], total: 1, nextCursor: null }),
      ...answers,
    },
  })
  return renderAt([{ path: '/', Component, loader: loadHome, HydrateFallback: () => null }], '/', context)
}

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const continued = () => screen.findByRole('region', { name: 'Continue watching' })

test('a user’s home begins with what comes next, then new videos, courses, options and figures', async () => {
  open(() => homeOf({ continue: [cardOf(1), cardOf(2)], fresh: [fresh] }))
  const row = within(await continued())
  expect(headings()).toEqual([
    'Continue watching',
    'New from teachers you follow',
    'Our courses',
    'Quick options',
  ])
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['Home'])
  expect(row.getByRole('link', { name: 'My learning' }).getAttribute('href')).toBe('/learning')
  expect(within(screen.getByRole('region', { name: 'Lectern in figures' })).getByText('+10k')).toBeTruthy()
  const news = within(screen.getByRole('region', { name: 'New from teachers you follow' }))
  expect(news.getByRole('link', { name: fresh.videoTitle }).getAttribute('href')).toBe(
    `/watch-video/${fresh.playlist._id}/${fresh._id}`,
  )
  expect(news.getByText('8:12')).toBeTruthy()
  expect(news.getByText('yesterday').getAttribute('datetime')).toBe(yesterday)
})

test('the large card says when and where the user stopped, and continues there', async () => {
  open(() => homeOf({ continue: [cardOf(1, { chapter: 'The backpack' }), cardOf(2)] }))
  const [large, small] = within(await continued()).getAllByRole('article')
  expect(large?.textContent).toContain('You stopped yesterday in “The backpack”. 4 of 12 done.')
  expect(large?.textContent).toContain('3:15 of 12:40')
  const button = within(large ?? document.body).getByRole('link', { name: 'Continue at 3:12: Video 1' })
  expect(button.textContent).toBe('Continue at 3:12')
  expect(button.getAttribute('href')).toBe(`/watch-video/${cardOf(1).playlist._id}/${cardOf(1).course._id}`)
  expect(small?.textContent).toContain('Playlist 2')
  expect(small?.textContent).toContain('min left')
})

test.each([
  ['a tile that is wide enough', { width: 320, height: 180 }, true],
  ['a tile of an older video', { width: 160, height: 90 }, false],
])('the large card shows the second of the video: %s', async (_which, size, isShown) => {
  const still = { url: '/v/signed/storyboard-1.jpg', x: 640, y: 180, ...size }
  open(() => homeOf({ continue: [cardOf(1, { still })] }))
  const image = (await continued()).querySelector('svg > image')
  expect(image?.getAttribute('href')).toBe(isShown ? still.url : undefined)
  expect(image?.parentElement?.getAttribute('viewBox')).toBe(isShown ? '640 180 320 180' : undefined)
})

test('without anything to continue, the courses come first', async () => {
  open(() => homeOf({}))
  expect(await screen.findByText('Follow a teacher to see what is new here.')).toBeTruthy()
  expect(headings()).toEqual(['Our courses', 'New from teachers you follow', 'Quick options'])
})

test('a newcomer sees what a visitor sees', async () => {
  open(() => homeOf({ newcomer: true }))
  expect(await screen.findByRole('heading', { name: 'Learn it from people who do it.' })).toBeTruthy()
  expect(headings()).toEqual(['Our courses', 'Quick options'])
})

test('a card that is removed goes at once, and comes back when the server rejects that', async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  const gate = Promise.withResolvers<Response>()
  open(() => homeOf({ continue: [cardOf(1), cardOf(2)] }), { 'progress.hide': () => gate.promise })
  const row = within(await continued())
  // The browser of these tests shows no popovers.
  const [remove] = row.getAllByRole('menuitem', { name: 'Remove from this row', hidden: true })
  await userEvent.click(remove ?? document.body)
  await waitFor(() => expect(row.getAllByRole('article')).toHaveLength(1))
  // The next card is the large one now.
  expect(row.getByRole('link', { name: 'Continue at 3:12: Video 2' })).toBeTruthy()
  gate.resolve(errorReply(500, { code: 'unexpected', message: 'Not today.' }))
  await waitFor(() => expect(row.getAllByRole('article')).toHaveLength(2))
})

test('when the personal part cannot be loaded, the rest is there and it can be tried again', async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  let isBroken = true
  open(() =>
    isBroken
      ? errorReply(400, { code: 'invalid', message: 'Not today.' })
      : homeOf({ continue: [cardOf(1)] }),
  )
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('heading', { name: 'Our courses' })).toBeTruthy()
  isBroken = false
  await userEvent.click(retry)
  expect(await continued()).toBeTruthy()
})
