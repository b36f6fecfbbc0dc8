import { useSearchParams } from 'react-router'
import { formatCount } from '#contract/format.ts'
import type { FigureDay } from '#contract/insight/analytics.ts'
import { PERIODS, type Period } from '#contract/insight/analytics-choices.ts'

const DAY_MS = 86_400_000

/** The period that the address names, and the parts of it that lead on to other screens of figures. */
export function usePeriod() {
  const [search, setSearch] = useSearchParams()
  const days: Period = PERIODS.find((each) => each === search.get('days')) ?? '28'
  const teacher = search.get('teacher') ?? undefined
  const kept = new URLSearchParams()
  if (days !== '28') kept.set('days', days)
  if (teacher !== undefined) kept.set('teacher', teacher)

  function choose(chosen: string): void {
    const next = new URLSearchParams(search)
    next.set('days', chosen)
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return { days, teacher, choose, kept: kept.size > 0 ? `?${kept}` : '' }
}

/** The parts of an answer that say what its period is. */
interface PeriodReply {
  /** Those on which something happened. */
  days: readonly FigureDay[]
  from: string
  to: string
}

/** Every day of the period, also those on which nothing happened. */
export function daysOf({ days, from, to }: PeriodReply): FigureDay[] {
  const known = new Map(days.map((each) => [each.day, each]))
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10)
    return known.get(day) ?? { day, learners: 0, started: 0, finished: 0, minutes: 0 }
  })
}

type Counted = 'learners' | 'finished' | 'minutes'

export const sumOf = (days: readonly FigureDay[], what: Counted): number =>
  days.reduce((sum, day) => sum + day[what], 0)

/** A number, or `few` where there are too few people to show one. */
export const shown = (figure: number | null): string => (figure === null ? 'few' : formatCount(figure))

export const percentOf = (share: number | null): string =>
  share === null ? 'few' : `${Math.round(share * 100)} %`
