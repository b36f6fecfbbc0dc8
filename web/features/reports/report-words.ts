import type { Report, ReportedKind, ReportGroup } from '#contract/reports/reports.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** `40 min`, `19 h` or `3 days` */
export function ageText(since: string, now: number): string {
  const hours = Math.max(0, now - Date.parse(since)) / HOUR_MS
  if (hours < 1) return `${Math.max(1, Math.floor(hours * 60))} min`
  return hours < DAY_HOURS ? `${Math.floor(hours)} h` : counted(Math.floor(hours / DAY_HOURS), 'day')
}

export const KINDS: Record<ReportedKind, string> = {
  comment: 'Comment',
  course: 'Video',
  playlist: 'Playlist',
  user: 'Profile',
}

export const reportCount = (count: number) => counted(count, 'report')

/** `Spam · Hurtful`: the different reasons, most frequent first. */
export function reasonsText(reports: readonly Pick<Report, 'reason'>[]): string {
  const byReason = Map.groupBy(reports, ({ reason }) => reason)
  return [...byReason]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([reason]) => reason)
    .join(' · ')
}

/** `3 reports so far, 2 removed, 1 kept` */
export function reporterText({ filed, removed, kept }: NonNullable<Report['reporter']>['record']): string {
  return [
    `${reportCount(filed)} so far`,
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(kept > 0 ? [`${kept} kept`] : []),
  ].join(', ')
}

/** `Reported before: 2 removed, 1 kept` */
export function authorText({ removed, kept }: ReportGroup['author']['record']) {
  if (removed + kept === 0) return 'Not reported before'
  return `Reported before: ${removed} removed, ${kept} kept`
}
