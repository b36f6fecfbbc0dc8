import { countOf, formatCount } from '#contract/format.ts'
import type { FigureDay } from '#contract/insight/analytics.ts'
import type { Period } from '#contract/insight/analytics-choices.ts'
import { ChartPanel, ChartTable } from '#web/ui/chart/chart-panel.tsx'
import { DayChart } from '#web/ui/chart/day-chart.tsx'
import { formatShortDay } from '#web/ui/chart/scale.ts'
import { sumOf } from './period.ts'

interface DayPanelProps {
  /** Every day of the period. */
  days: readonly FigureDay[]
  period: Period
  /** Of the period before. */
  minutesBefore: number
}

/** The minutes of each day of the period; the table below has what else is counted. */
export function DayPanel({ days, period, minutesBefore }: DayPanelProps) {
  return (
    <ChartPanel
      title="Minutes watched per day"
      table={
        <ChartTable
          heads={['Day', 'Minutes', 'New learners', 'Finished']}
          rows={days
            .toReversed()
            .map(({ day, minutes, learners, finished }) => [
              formatShortDay(day),
              ...[minutes, learners, finished].map(formatCount),
            ])}
        />
      }
    >
      <DayChart
        days={days.map(({ day, minutes: value }) => ({ day, value }))}
        unit="min"
        caption={comparison(sumOf(days, 'minutes'), minutesBefore, period)}
      />
    </ChartPanel>
  )
}

/** `4,180 minutes in 28 days, 603 more than in the 28 days before.` */
function comparison(minutes: number, before: number, period: Period): string {
  const now = `${countOf(minutes, 'minute')} in ${period} days`
  if (minutes === before) return `${now}, as many as in the ${period} days before.`
  const more = minutes > before ? 'more' : 'fewer'
  return `${now}, ${formatCount(Math.abs(minutes - before))} ${more} than in the ${period} days before.`
}
