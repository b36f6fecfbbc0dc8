import { formatTime } from '#contract/format.ts'

/** Below this many learners no lesson is named. */
export const ADVICE_LEARNERS_MIN = 20
const STOPPED_SHARE = 0.2
const SKIPPED_SHARE = 0.4
const SKIPPED_MIN_S = 20
const PEAK_SHARE = 0.2

/** What is known of a lesson, in the order of the playlist. */
export interface LessonCounts {
  title: string
  /** Learners whose furthest lesson is this one or a later one. */
  reached: number
  /** Learners whose furthest lesson is this one and who have not finished. */
  stopped: number
  strip: Strip
}

/** What is known of the parts of a video. Each list has one number for each slot of `slotSeconds`. */
export interface Strip {
  slotSeconds: number
  reached: readonly number[]
  watched: readonly number[]
  stopped: readonly number[]
}

/** What to do about a playlist: a sentence, and the lesson that it is about by its place from 0. */
export interface Advice {
  text: string
  lesson: number | null
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0)
const percent = (part: number, whole: number) => `${Math.round(share(part, whole) * 100)} %`
const lessonName = (place: number, title: string) => `lesson ${place + 1}, “${title}”`

/** The first slot in which most learners stopped; none is named if they stopped everywhere alike. */
function peakOf({ stopped }: Strip): { slot: number; stopped: number; all: number } | undefined {
  const all = stopped.reduce((sum, n) => sum + n, 0)
  const most = Math.max(0, ...stopped)
  return most > 0 && share(most, all) >= PEAK_SHARE
    ? { slot: stopped.indexOf(most), stopped: most, all }
    : undefined
}

interface SkippedPart {
  from: number
  to: number
  share: number
}

/** Parts of a video in which each slot is skipped by so many of those who come past it. */
function skippedParts({ slotSeconds, reached, watched }: Strip): SkippedPart[] {
  const skipped = reached.map((past, slot) =>
    past > 0 ? 1 - Math.min(1, share(watched[slot] ?? 0, past)) : 0,
  )
  const ends = skipped.flatMap((part, slot) => (part >= SKIPPED_SHARE ? [] : [slot]))
  return [...ends, skipped.length].map((to, at) => {
    const from = at === 0 ? 0 : (ends[at - 1] ?? 0) + 1
    return { from: from * slotSeconds, to: to * slotSeconds, share: Math.min(...skipped.slice(from, to)) }
  })
}

/**
 * The part of a video that most of those who come past it skip: at least 20 s, each slot skipped by at least 40 %. Its share is
 * the smallest of its slots, so that the sentence is true of every second of it.
 */
function skippedPartOf(strip: Strip): SkippedPart | undefined {
  const parts = skippedParts(strip).filter(({ from, to }) => to - from >= SKIPPED_MIN_S)
  return parts.toSorted((one, other) => other.share - one.share)[0]
}

const skipText = ({ from, to, share: part }: SkippedPart) =>
  `${Math.round(part * 100)} % skip from ${formatTime(from)} to ${formatTime(to)}`

/** Too few learners to name a lesson. `learners` is null where they are few. */
function tooFew(learners: number | null): string | undefined {
  if (learners !== null && learners >= ADVICE_LEARNERS_MIN) return undefined
  const there = learners === null ? 'There are few.' : `There are ${learners}.`
  return `${ADVICE_LEARNERS_MIN} learners are needed to name a lesson. ${there}`
}

/** One sentence about a playlist: the lesson after which most learners do not go on, or one that has a part they skip. */
export function advisePlaylist(learners: number | null, lessons: readonly LessonCounts[]): Advice {
  const few = tooFew(learners)
  if (few !== undefined) return { text: few, lesson: null }
  const shares = lessons.slice(0, -1).map(({ stopped, reached }) => share(stopped, reached))
  const worst = Math.max(0, ...shares)
  const place = shares.indexOf(worst)
  const lesson = lessons[place]
  if (lesson && worst >= STOPPED_SHARE) {
    const peak = peakOf(lesson.strip)
    const at = peak ? ` Most of them stopped at ${formatTime(peak.slot * lesson.strip.slotSeconds)}.` : ''
    const text = `Look at ${lessonName(place, lesson.title)}: ${percent(lesson.stopped, lesson.reached)} of those who got here have not gone on.${at}`
    return { text, lesson: place }
  }
  const parts = lessons.map(({ strip }) => skippedPartOf(strip))
  const most = Math.max(0, ...parts.map((part) => part?.share ?? 0))
  const skipping = parts.findIndex((part) => part !== undefined && part.share === most)
  const part = parts[skipping]
  if (part) {
    const name = lessonName(skipping, lessons[skipping]?.title ?? '')
    return { text: `In ${name}, ${skipText(part)}.`, lesson: skipping }
  }
  return { text: 'No lesson stands out: after each one at least 80 % go on.', lesson: null }
}

/** One sentence about a video: the part that is skipped and where most learners stopped. */
export function adviseLesson(learners: number | null, { strip }: Pick<LessonCounts, 'strip'>): string {
  const few = tooFew(learners)
  if (few !== undefined) return few
  const part = skippedPartOf(strip)
  const peak = peakOf(strip)
  const skipped = part && skipText(part)
  const stopped =
    peak &&
    `${peak.stopped} of the ${peak.all} who stopped in this lesson stopped at ${formatTime(peak.slot * strip.slotSeconds)}`
  const sentences = [skipped, stopped].filter((sentence) => sentence !== undefined)
  if (sentences.length === 0) return 'No part of this lesson stands out.'
  return `${sentences.join(', and ')}.`
}
