import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Thread } from '#contract/comments/comments.ts'
import type { LessonAnalytics, PlaylistAnalytics } from '#contract/insight/analytics.ts'
import { aComment, aCourse, aPlaylist } from '#web/test-content.ts'
import { aUser, renderAt, testContext } from '#web/test-context.tsx'
import { startHost } from '#web/test-player.tsx'
import { Component as Lesson } from './analytics-lesson.tsx'

const course = aCourse({ durationSeconds: 40, createdAt: '2026-03-14T15:09:26.000Z' })
const playlistId = aPlaylist()._id
const ADDRESS = `/teacher-dashboard/analytics/${playlistId}`
const figures = { learners: 381, finished: 219, averageProgress: 0.57, minutes: 2871, openQuestions: 1 }
const period = {
  days: [{ day: '2026-11-27', learners: 31, started: 0, finished: 2, minutes: 214 }],
  from: '2026-10-31',
  to: '2026-11-27',
  timeZone: 'UTC',
  minutesBefore: 214,
}

let lesson: LessonAnalytics
let questions: Thread[]

beforeEach(() => {
  lesson = {
    title: course.videoTitle,
    playlist: { _id: playlistId, title: 'Knots' },
    figures,
    ...period,
    slotSeconds: 10,
    reached: [381, 362, 352, 264],
    watched: [358, 344, 169, 251],
    stopped: [19, 10, 88, 45],
    advice: '52 % skip from 0:20 to 0:30, and 88 of the 162 who stopped in this lesson stopped at 0:20.',
  }
  questions = [
    {
      ...aComment({ text: 'Why does the second loop print 3?', at: 230, question: true }),
      removed: false,
      replies: [],
    },
  ]
})

function open(path = `${ADDRESS}/${course._id}`) {
  const lessons: PlaylistAnalytics['lessons'] = [
    { _id: 'e'.repeat(24), title: 'Hoisting', reached: 396, stopped: 15, learners: 396, done: 380 },
    { _id: course._id, title: course.videoTitle, reached: 381, stopped: 145, learners: 381, done: 219 },
    { _id: 'f'.repeat(24), title: 'Scope chains', reached: 236, stopped: 4, learners: 236, done: 131 },
  ]
  const context = testContext({
    user: aUser({ _id: course.teacher._id, role: 'Teacher' }),
    answers: {
      'analytics.course': () => lesson,
      'analytics.playlist': () => ({
        title: 'Knots',
        figures,
        ...period,
        lessons,
        advice: { text: 'No lesson stands out.', lessonId: null },
        hidden: 0,
      }),
      'courses.get': () => course,
      'comments.threads': () => ({ threads: questions, total: questions.length, nextCursor: null }),
    },
  })
  const routes = [{ path: '/teacher-dashboard/analytics/:playlistId/:courseId', Component: Lesson }]
  return renderAt(routes, path, context)
}

const strip = () => screen.findByRole('slider', { name: 'Place in the video' })

test('a lesson has its advice, figures, open questions and the lessons before and after', async () => {
  const { router } = open(`${ADDRESS}/${course._id}?days=90`)
  expect(await screen.findByRole('heading', { name: '2 The bowline' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'What to look at' }).textContent).toContain(lesson.advice)
  expect(screen.getByText(/since 14 March/)).toBeTruthy()
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(values).toEqual([
    '381+31 in 90 days',
    '21957 % of the learners',
    '162so far',
    '2,871+214 in 90 days',
    '1',
  ])
  expect(screen.getByRole('figure', { name: /as many as in the 90 days before\.$/ })).toBeTruthy()
  const box = within(screen.getByRole('region', { name: 'Open questions here' }))
  expect((await box.findByRole('listitem')).textContent).toContain(
    'At 3:50, Ada Byron: Why does the second loop print 3?',
  )
  expect(box.getByRole('link', { name: 'Answer' }).getAttribute('href')).toBe(
    `/watch-video/${playlistId}/${course._id}?comment=${'c'.repeat(24)}`,
  )
  const others = within(screen.getByRole('navigation', { name: 'Other lessons' }))
  expect(others.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '1 Hoisting',
    '3 Scope chains',
  ])
  await userEvent.click(others.getByRole('link', { name: '3 Scope chains' }))
  expect(router.state.location).toMatchObject({
    pathname: `${ADDRESS}/${'f'.repeat(24)}`,
    search: '?days=90',
  })
})

test('the strip begins where most stopped; until the video plays its keys only read, then they seek', async () => {
  open()
  const slider = await strip()
  expect(slider.getAttribute('aria-valuetext')).toBe('0:20: 352 got here, 48 % watched, 88 stopped')
  slider.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(slider.getAttribute('aria-valuetext')).toBe('0:30: 264 got here, 95 % watched, 45 stopped')
  expect(document.querySelector('iframe')).toBeNull()
  const host = startHost()
  host.playAt(12)
  await waitFor(() => expect(slider.getAttribute('aria-valuenow')).toBe('10'))
  host.asked('seekTo')
  slider.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(host.asked('seekTo')).toEqual([['seekTo', 20, true]])
})

test('where learners are few there is neither a strip nor a chart of days', async () => {
  lesson = {
    ...lesson,
    figures: {
      learners: null,
      finished: null,
      averageProgress: null,
      minutes: null,
      openQuestions: 0,
      few: true,
    },
    days: [],
    reached: [],
    watched: [],
    stopped: [],
    advice: '20 learners are needed to name a lesson. There are few.',
  }
  questions = []
  open()
  expect(await screen.findByText(lesson.advice)).toBeTruthy()
  expect(screen.queryByRole('slider', { name: 'Place in the video' })).toBeNull()
  expect(screen.queryByRole('figure')).toBeNull()
  expect(await screen.findByText('No open questions.')).toBeTruthy()
})
