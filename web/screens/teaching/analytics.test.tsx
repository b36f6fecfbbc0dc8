import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type {
  AnalyticsReply,
  Figures,
  LearnersReply,
  PlaylistAnalytics,
} from '#contract/insight/analytics.ts'
import { aUser, errorReply, type Handlers, renderAt, testContext } from '#web/test-context.tsx'
import { Component as Analytics } from './analytics.tsx'
import { Component as PlaylistScreen } from './analytics-playlist.tsx'

const PLAYLIST = 'b'.repeat(24)
const id = (letter: string) => letter.repeat(24)
const period = {
  days: [
    { day: '2026-11-02', learners: 30, started: 3, finished: 4, minutes: 4000 },
    { day: '2026-11-27', learners: 8, started: 1, finished: 8, minutes: 180 },
  ],
  from: '2026-10-31',
  to: '2026-11-27',
  timeZone: 'Europe/Stockholm',
  minutesBefore: 3577,
}
const figures: Figures = {
  learners: 412,
  finished: 131,
  averageProgress: 0.54,
  minutes: 26_910,
  openQuestions: 3,
}
const few: Figures = {
  learners: null,
  finished: null,
  averageProgress: null,
  minutes: null,
  openQuestions: 0,
  few: true,
}
const nobody: Figures = { learners: 0, finished: 0, averageProgress: 0, minutes: 0, openQuestions: 0 }
const advice = {
  text: 'Look at lesson 2, “Closures”: 38 % of those who got here have not gone on. Most of them stopped at 3:50.',
  lessonId: id('2'),
}

let all: AnalyticsReply
let playlist: PlaylistAnalytics
let learners: LearnersReply
let asked: Record<string, string>[]
let saved: string[]

beforeEach(() => {
  all = {
    figures,
    ...period,
    playlists: [{ _id: PLAYLIST, title: 'How JavaScript Really Works', figures, advice }],
    total: 1,
    nextCursor: null,
  }
  playlist = {
    title: 'How JavaScript Really Works',
    figures,
    ...period,
    lessons: [
      { _id: id('1'), title: 'Hoisting', reached: 412, stopped: 16, learners: 412, done: 396 },
      { _id: id('2'), title: 'Closures', reached: 381, stopped: 145, learners: 381, done: 219 },
      { _id: id('3'), title: 'Modules', reached: 236, stopped: 4, learners: 236, done: 131 },
    ],
    advice,
    hidden: 24,
  }
  learners = {
    learners: [
      {
        user: {
          _id: id('a'),
          username: 'Ravi Menon',
          profilePhoto: { url: '/media/r.webp', width: 80, height: 80 },
        },
        done: 3,
        of: 3,
        lastDay: '2026-11-26',
        firstDay: '2026-11-02',
        finishedOn: '2026-11-24',
      },
    ],
    total: 388,
    hidden: 24,
    nextCursor: null,
  }
  asked = []
  saved = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) void blob.bytes().then((bytes) => saved.push(keepMark.decode(bytes)))
    return 'blob:file'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
})

/** Keeps the mark at the beginning of a file. */
const keepMark = new TextDecoder('utf-8', { ignoreBOM: true })

const csv = (text: string) => new Response(text, { headers: { 'content-type': 'text/csv; charset=utf-8' } })

function open(path: string, answers: Handlers = {}) {
  const context = testContext({
    user: aUser({ role: 'Teacher' }),
    answers: {
      'analytics.all': ({ query }) => {
        asked.push(query)
        return query.format ? csv('title,learners') : all
      },
      'analytics.playlist': ({ query }) => {
        asked.push(query)
        return query.format ? csv('lesson,got here') : playlist
      },
      'analytics.learners': ({ query }) => {
        asked.push(query)
        return query.format ? csv('name,done') : learners
      },
      ...answers,
    },
  })
  const routes = [
    { path: '/teacher-dashboard/analytics', Component: Analytics },
    { path: '/teacher-dashboard/analytics/:playlistId', Component: PlaylistScreen },
    { path: '/teacher-dashboard/analytics/:playlistId/:courseId', element: <h1>Lesson</h1> },
  ]
  return renderAt(routes, path, context)
}

const tiles = () =>
  screen
    .getAllByRole('term')
    .map((term) => `${term.firstChild?.textContent}: ${term.nextSibling?.textContent}`)
const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').slice(1)
const PLAYLIST_SCREEN = `/teacher-dashboard/analytics/${PLAYLIST}`

test('all playlists: five figures with what was new in the period, the days, and each playlist with its advice', async () => {
  open('/teacher-dashboard/analytics')
  expect(await screen.findByText('How your playlists do. Days are counted in Europe/Stockholm.')).toBeTruthy()
  expect(tiles()).toEqual([
    expect.stringMatching(/^Learners.*: 412\+38 in 28 days$/),
    expect.stringMatching(/^Finished.*: 131\+12 in 28 days$/),
    expect.stringMatching(/^Average progress.*: 54 %of public videos$/),
    expect.stringMatching(/^Minutes watched.*: 26,910\+4,180 in 28 days$/),
    'Open questions: 3',
  ])
  expect(
    screen.getByRole('figure', {
      name: '4,180 minutes in 28 days, 603 more than in the 28 days before.',
    }),
  ).toBeTruthy()
  const [row] = rowsOf(screen.getByRole('table'))
  expect(row?.textContent).toBe(`How JavaScript Really Works${advice.text}41213154 %26,9103`)
})

test('each word says what it means behind its "i"', async () => {
  open('/teacher-dashboard/analytics')
  const info = await screen.findByRole('button', { name: 'What “Average progress” means' })
  const meaning = document.getElementById(info.getAttribute('popovertarget') ?? '')
  expect(meaning?.textContent).toBe('Done videos divided by learners times public videos.')
  expect(screen.getAllByRole('button', { name: /^What “.*” means$/ })).toHaveLength(4)
})

test('the period is in the address, and is kept on the way to a playlist and back', async () => {
  const { router } = open('/teacher-dashboard/analytics?teacher=t1')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), 'Last 90 days')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ days: '90', teacher: 't1' }))
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Playlist' }),
    'How JavaScript Really Works',
  )
  expect(await screen.findByRole('heading', { name: 'How JavaScript Really Works' })).toBeTruthy()
  expect(router.state.location.search).toBe('?days=90&teacher=t1')
  await userEvent.click(screen.getByRole('link', { name: 'All playlists' }))
  expect(router.state.location.search).toBe('?days=90&teacher=t1')
})

test('the funnel marks the lesson of the advice, whose button opens its figures', async () => {
  const { router } = open(PLAYLIST_SCREEN)
  const funnel = await screen.findByRole('region', { name: 'How far they get' })
  expect(rowsOf(within(funnel).getByRole('table')).map(({ textContent }) => textContent)).toEqual([
    '1 Hoisting41216 · 4 %',
    '2 Closures, the lesson to look at381145 · 38 %',
    '3 Modules2364 · 2 %',
  ])
  const bars = within(funnel).getAllByRole<HTMLProgressElement>('progressbar')
  expect(bars.map(({ value, max }) => `${value} of ${max}`)).toEqual([
    '412 of 412',
    '381 of 412',
    '236 of 412',
  ])
  const box = screen.getByRole('region', { name: 'What to look at' })
  expect(box.textContent?.replaceAll(/\s+/g, ' ')).toContain(advice.text)
  await userEvent.click(within(box).getByRole('link', { name: 'Open the lesson' }))
  expect(router.state.location.pathname).toBe(`${PLAYLIST_SCREEN}/${id('2')}`)
})

test('learners are searched and sorted, and the foot says how many hide their names', async () => {
  open(PLAYLIST_SCREEN)
  const frame = within(await screen.findByRole('region', { name: 'Learners' }))
  expect(await frame.findByText('Ravi Menon')).toBeTruthy()
  expect(frame.getByText('3 of 3')).toBeTruthy()
  expect(frame.getByText(/24 learners hide their names\./).textContent).toBe(
    '388 learners show their name. 24 learners hide their names. You never see what somebody watched within a video, their notes or their history.',
  )
  await userEvent.click(frame.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: 'done', order: 'asc' }))
  await userEvent.type(frame.getByRole('searchbox'), 'ra{Enter}')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: 'done', order: 'asc', q: 'ra' }))
})

test.each([
  [null, /A few learners hide their names\./],
  [1, /1 learner hides their name\./],
])('where %s learners hide, the foot says %s', async (hidden, words) => {
  learners.hidden = hidden
  open(PLAYLIST_SCREEN)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('where learners are few, no number is shown and no chart of days', async () => {
  playlist = {
    ...playlist,
    figures: few,
    days: [],
    advice: { text: '20 learners are needed to name a lesson. There are few.', lessonId: null },
    lessons: playlist.lessons.map((lesson) => ({
      ...lesson,
      reached: null,
      stopped: null,
      learners: null,
      done: null,
    })),
  }
  open(PLAYLIST_SCREEN)
  expect(await screen.findByText('20 learners are needed to name a lesson. There are few.')).toBeTruthy()
  expect(tiles().slice(0, 4)).toEqual([
    expect.stringMatching(/^Learners.*: few$/),
    expect.stringMatching(/^Finished.*: few$/),
    expect.stringMatching(/^Average progress.*: fewof 3 public videos$/),
    expect.stringMatching(/^Minutes watched.*: few$/),
  ])
  const funnel = within(screen.getByRole('region', { name: 'How far they get' }))
  expect(rowsOf(funnel.getByRole('table'))[0]?.textContent).toBe('1 Hoistingfewfew')
  expect(screen.queryByRole('figure')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Open the lesson' })).toBeNull()
})

test.each(['/teacher-dashboard/analytics', PLAYLIST_SCREEN])(
  '%s says so when nobody has watched',
  async (path) => {
    all.figures = nobody
    playlist.figures = nobody
    open(path)
    expect(await screen.findByRole('heading', { name: 'Nobody has watched this yet.' })).toBeTruthy()
    expect(screen.getByText('Figures appear a minute after the first learner.')).toBeTruthy()
  },
)

test.each(['/teacher-dashboard/analytics', PLAYLIST_SCREEN])(
  '%s offers to try again when it fails',
  async (path) => {
    let fails = true
    const failing = () => errorReply(500, { code: 'internal', message: 'No.' })
    open(path, {
      'analytics.all': () => (fails ? failing() : all),
      'analytics.playlist': () => (fails ? failing() : playlist),
    })
    expect(await screen.findByRole('heading', { name: 'The figures could not be loaded.' })).toBeTruthy()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await screen.findAllByRole('term')).length).toBe(5)
  },
)

test('CSV saves the same period and the same learners as a file that tables read as UTF-8', async () => {
  open(`${PLAYLIST_SCREEN}?days=365&sort=name&order=asc`)
  await userEvent.click(await screen.findByRole('button', { name: 'CSV of How JavaScript Really Works' }))
  await waitFor(() => expect(asked).toContainEqual({ days: '365', format: 'csv' }))
  await userEvent.click(await screen.findByRole('button', { name: 'CSV of learners' }))
  await waitFor(() => expect(asked).toContainEqual({ sort: 'name', order: 'asc', format: 'csv' }))
  await waitFor(() => expect(saved).toEqual(['\ufefflesson,got here', '\ufeffname,done']))
})

test('a playlist of 300 lessons shows them all', async () => {
  playlist.lessons = Array.from({ length: 300 }, (_, index) => ({
    _id: String(index).padStart(24, '0'),
    title: `Lesson ${index + 1}`,
    reached: 300 - index,
    stopped: 1,
    learners: 300 - index,
    done: 0,
  }))
  open(PLAYLIST_SCREEN)
  const funnel = within(await screen.findByRole('region', { name: 'How far they get' }))
  expect(rowsOf(funnel.getByRole('table'))).toHaveLength(300)
})
