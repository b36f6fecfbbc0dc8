import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { CallReply } from '#contract/api.ts'
import type { Note } from '#contract/learning/notes.ts'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { PlayerSettings } from '#contract/video/player.ts'
import { PLAYER_DEFAULTS } from '#contract/video/player-defaults.ts'
import type { ToastMessage } from '#web/core/toasts.ts'
import { Component as Continue } from '#web/screens/learning/learning-continue.tsx'
import { Component as History } from '#web/screens/learning/learning-history.tsx'
import { SCREENS } from '#web/screens/learning/learning-screens.tsx'
import { Done, Liked, Notes } from '#web/screens/learning/learning-tabs.tsx'
import { ADA, aCard, aCourse } from './test-content.ts'
import { aUser, errorReply, renderAt, sentTo, testContext } from './test-context.tsx'

export const aProgressCard = (
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
    rest: null,
    ...course,
  },
  at: '2025-04-01T10:00:00.000Z',
  still: null,
})

export const aNote = (mark: string, videoTitle: string, playlist: string): Note => ({
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
  bookmark: false,
})

export const ALL_LIKES = [aCourse()]

const emptySite = () => ({
  cards: [] as ProgressCard[],
  notes: [] as Note[],
  likes: [] as ReturnType<typeof aCourse>[],
  days: [] as CallReply<'learning.days'>['days'][number][],
  /** The calls of interest, in order. */
  asked: [] as string[],
  historyPaused: false,
  /** Whether writes are rejected. */
  broken: false,
  toasts: [] as ToastMessage[],
})

/** What the server has, and what the screens did. */
export const site = emptySite()

/** Empties the site; call it before each test. */
export function resetSite(): void {
  Object.assign(site, emptySite())
}

const done = (message: string) =>
  site.broken
    ? errorReply(400, { code: 'invalid', message: 'It failed.' })
    : { success: true as const, message }

/** Opens /learning or one of its tabs. */
export function openLearning(path: string) {
  const context = testContext({
    user: aUser(),
    answers: {
      'progress.list': ({ query }) => {
        site.asked.push(`list ${query.kind}`)
        return { cards: site.cards, total: site.cards.length, nextCursor: null }
      },
      'progress.ofPlaylist': ({ params: { id } }) => {
        site.asked.push(`progress ${id}`)
        return { courses: [], doneCount: 2, continueWith: null, secondsLeft: 3900, rate: 1.25 }
      },
      'progress.hide': ({ params: { id } }) => {
        site.asked.push(`hide ${id}`)
        if (!site.broken) site.cards = site.cards.filter(({ playlist }) => playlist._id !== id)
        return done('Hidden.')
      },
      'progress.forget': ({ params: { id } }) => {
        site.asked.push(`forget ${id}`)
        if (!site.broken) site.cards = site.cards.filter(({ course }) => course._id !== id)
        return done('Forgotten.')
      },
      'progress.clear': () => {
        site.cards = []
        return done('Your history is cleared.')
      },
      'learning.days': ({ query }) => ({ days: site.days.filter(({ day }) => day >= String(query.from)) }),
      'likes.like': (request) => {
        const { courseId } = request.params
        const { liked } = Object(sentTo(request))
        site.asked.push(liked ? 'like' : 'unlike')
        if (site.broken) return errorReply(400, { code: 'invalid', message: 'It failed.' })
        site.likes = liked ? ALL_LIKES : site.likes.filter(({ _id }) => _id !== courseId)
        return { success: true, message: 'Done.', likes: [], likesCount: 0 }
      },
      'notes.list': () => ({ notes: site.notes, total: site.notes.length, nextCursor: null }),
      'likes.list': () => ({ courses: site.likes, total: site.likes.length, nextCursor: null }),
      'users.player': () => ({ ...PLAYER_DEFAULTS, historyPaused: site.historyPaused }),
      'users.setPlayer': (request) => {
        const settings = PlayerSettings.parse({ ...PLAYER_DEFAULTS, ...Object(sentTo(request)) })
        site.historyPaused = settings.historyPaused
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

export const button = (name: string) => screen.findByRole('button', { name })

export async function removeFromList(title: string): Promise<void> {
  const more = await screen.findByRole('button', { name: `More: ${title}` })
  await userEvent.click(more)
  const menu = within(more.parentElement ?? more)
  await userEvent.click(menu.getByRole('menuitem', { name: 'Remove from this list', hidden: true }))
}

/** Opens a menu and chooses one of its items. */
export async function chooseInMenu(menuName: string, item: string): Promise<void> {
  const opener = await button(menuName)
  await userEvent.click(opener)
  const menu = within(opener.parentElement ?? opener)
  await userEvent.click(menu.getByRole('menuitem', { name: item, hidden: true }))
}
