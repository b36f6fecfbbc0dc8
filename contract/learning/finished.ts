import { countOf, formatMinutes } from '#contract/format.ts'
import type { FinishedPlaylist } from './learning.ts'

/** `You finished JavaScript You Can Explain.`; of a hidden playlist only that it is hidden. */
export function finishedHeading({ playlist }: FinishedPlaylist): string {
  return playlist.teacher ? `You finished ${playlist.title}.` : playlist.title
}

/** `12 videos by Marta Lindqvist, 3–26 November 2026. 2 h 02 min watched.` The dates are local, or of that zone. */
export function finishedSentence(
  { playlist: { teacher }, startedAt, finishedAt, doneCount, watchedSeconds }: FinishedPlaylist,
  timeZone?: string,
): string {
  const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone })
  const days = dates.formatRange(new Date(startedAt), new Date(finishedAt))
  const by = teacher ? ` by ${teacher.username}` : ''
  return `${countOf(doneCount, 'video')}${by}, ${days}. ${formatMinutes(watchedSeconds)} watched.`
}
