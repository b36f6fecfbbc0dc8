import { advisePlaylist, type LessonCounts, type Strip } from '#contract/insight/advice.ts'
import {
  type Advice,
  FIGURES_LEARNERS_MIN,
  type Figures,
  HIDDEN_LEARNERS_MIN,
  SLOT_SECONDS,
} from '#contract/insight/analytics.ts'
import { videoKeyIn } from '#server/features/learning/progress/save-target.ts'
import { numbersIn } from '../counting/slots.ts'
import type { LessonSums, PlaylistSums } from './analytics.queries.ts'
import { minutesOf } from './days.queries.ts'

const hiddenOf = ({ learners, named }: PlaylistSums) => (learners ?? 0) - (named ?? 0)

/** Nobody must be computed from those who are named. */
const hidesFew = (sums: PlaylistSums) => hiddenOf(sums) > 0 && hiddenOf(sums) < FIGURES_LEARNERS_MIN

/** Whether the numbers of a playlist are shown. */
export function isShown(sums: PlaylistSums): boolean {
  return (sums.learners ?? 0) >= (hidesFew(sums) ? HIDDEN_LEARNERS_MIN : FIGURES_LEARNERS_MIN)
}

/** How many learners hide their names, or null where that would give them away. */
export const hiddenCount = (sums: PlaylistSums): number | null =>
  isShown(sums) && !hidesFew(sums) ? hiddenOf(sums) : null

const FEW = { learners: null, finished: null, averageProgress: null, minutes: null, few: true } as const

const NOBODY = { learners: 0, finished: 0, averageProgress: 0, minutes: 0 } as const

/** The figures of playlists together. Those with few learners are left out, or a difference would show them; nobody is no secret. */
export function figuresOf(playlists: readonly PlaylistSums[], openQuestions: number): Figures {
  if (playlists.every(({ learners }) => (learners ?? 0) === 0)) return { ...NOBODY, openQuestions }
  const shown = playlists.filter(isShown)
  if (shown.length === 0) return { ...FEW, openQuestions }
  const sum = (numberOf: (sums: PlaylistSums) => number | null) =>
    shown.reduce((all, sums) => all + (numberOf(sums) ?? 0), 0)
  const toDo = sum(({ learners, lessons }) => (learners ?? 0) * lessons)
  return {
    learners: sum(({ learners }) => learners),
    finished: sum(({ finished }) => finished),
    averageProgress: toDo === 0 ? 0 : sum(({ done }) => done) / toDo,
    minutes: minutesOf(sum(({ watched_s }) => watched_s)),
    openQuestions,
  }
}

/** The figures of one lesson. `isPlaylistShown` says whether those of its playlist are. */
export function figuresOfLesson(
  lesson: LessonSums,
  isPlaylistShown: boolean,
  openQuestions: number,
): Figures {
  const learners = lesson.learners ?? 0
  if (!isPlaylistShown || learners < FIGURES_LEARNERS_MIN) return { ...FEW, openQuestions }
  const done = lesson.done ?? 0
  return {
    learners,
    finished: done,
    averageProgress: done / learners,
    minutes: minutesOf(lesson.watched_s ?? 0),
    openQuestions,
  }
}

/** What was watched of the parts of the present video. */
export function stripOf(lesson: LessonSums): Strip {
  const isPresent = lesson.key === videoKeyIn(lesson)
  const watched = isPresent ? numbersIn(lesson.slots ?? null) : []
  const stopped = isPresent ? numbersIn(lesson.stops ?? null) : []
  const length = Math.max(watched.length, stopped.length, isPresent ? slotsIn(lesson.duration_s) : 0)
  const at = (numbers: readonly number[]) => Array.from({ length }, (_, slot) => numbers[slot] ?? 0)
  const reached = at(stopped).toReversed()
  let past = lesson.slots_done ?? 0
  for (const [place, stops] of reached.entries()) {
    past += stops
    reached[place] = past
  }
  return {
    slotSeconds: SLOT_SECONDS,
    reached: reached.toReversed(),
    watched: at(watched),
    stopped: at(stopped),
  }
}

/** A last slot that is shorter than half is left out. */
const slotsIn = (seconds: number | null) => (seconds === null ? 0 : Math.round(seconds / SLOT_SECONDS))

/** The public lessons with those who got to them and those who stopped there. */
export function funnelOf(
  lessons: readonly LessonSums[],
): (LessonCounts & { id: string; learners: number; done: number })[] {
  let reached = 0
  return lessons
    .toReversed()
    .map((lesson) => {
      reached += lesson.furthest ?? 0
      return {
        id: lesson.id,
        title: lesson.title,
        learners: lesson.learners ?? 0,
        done: lesson.done ?? 0,
        reached,
        stopped: (lesson.furthest ?? 0) - (lesson.furthest_finished ?? 0),
        strip: stripOf(lesson),
      }
    })
    .toReversed()
}

export function adviceOf(sums: PlaylistSums, funnel: ReturnType<typeof funnelOf>): Advice {
  const { text, lesson } = advisePlaylist(isShown(sums) ? (sums.learners ?? 0) : null, funnel)
  return { text, lessonId: lesson === null ? null : (funnel[lesson]?.id ?? null) }
}
