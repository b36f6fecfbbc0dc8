import { countOf } from '#contract/format.ts'
import type { Report, ReportedKind, ReportGroup } from '#contract/reports/reports.ts'
import { formatAge } from '#web/ui/text/format.ts'

/** The age of a report. */
export const ageText = (since: string, now: number) => formatAge(Math.max(0, now - Date.parse(since)))

export const KINDS: Record<ReportedKind, string> = {
  comment: 'Comment',
  course: 'Video',
  playlist: 'Playlist',
  user: 'Profile',
}

export const reportCount = (count: number) => countOf(count, 'report')

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
