import { type ReactNode, useId } from 'react'
import { formatCount } from '#contract/format.ts'
import styles from './day-chart.module.css'
import { formatShortDay, scaleFor } from './scale.ts'

export interface DayValue {
  /** Such as 2026-11-27. */
  day: string
  value: number
}

interface DayChartProps {
  /** Each day of the period, the last one last. */
  days: readonly DayValue[]
  /** Of the values: `min`. */
  unit: string
  /** The result in words. */
  caption: ReactNode
}

/** The plot has its top and bottom here, in pixels of a drawing that is 190 high. */
const TOP = 22
const PLOT = 138
const LABELS = 5

/** A line of one value for each day. Its sizes are shares of the width, so that text never scales. */
export function DayChart({ days, unit, caption }: DayChartProps) {
  const captionId = useId()
  const last = days.at(-1)
  const steps = Math.max(days.length - 1, 1)
  const { top, ticks } = scaleFor(Math.max(0, ...days.map(({ value }) => value)))
  const heightOf = (value: number) => TOP + PLOT * (1 - value / top)
  const points = days.map(({ value }, index) => `${index} ${top - value}`)
  return (
    <figure className={styles.figure} aria-labelledby={captionId}>
      <div className={styles.chart}>
        <svg className={styles.scale} aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x="100%" y={heightOf(tick)} dy="0.32em" textAnchor="end">
              {formatCount(tick)}
            </text>
          ))}
        </svg>
        <svg className={styles.plot} aria-hidden="true">
          {ticks.map((tick) => (
            <line
              key={tick}
              className={styles.grid}
              x1="0"
              x2="100%"
              y1={heightOf(tick)}
              y2={heightOf(tick)}
            />
          ))}
          <svg
            y={TOP}
            height={PLOT}
            width="100%"
            viewBox={`0 0 ${steps} ${top}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path className={styles.area} d={`M${points.join('L')}L${days.length - 1} ${top}L0 ${top}Z`} />
            <path className={styles.line} d={`M${points.join('L')}`} vectorEffect="non-scaling-stroke" />
          </svg>
          {labelled(days.length).map((index) => (
            <text key={index} x={`${(index / steps) * 100}%`} y="184" textAnchor={anchorOf(index, steps)}>
              {formatShortDay(days[index]?.day ?? '')}
            </text>
          ))}
          {last && (
            <>
              <circle cx="100%" cy={heightOf(last.value)} r="4.5" />
              <text className={styles.last} x="100%" y={heightOf(last.value) - 11} textAnchor="end">
                {formatCount(last.value)} {unit}
              </text>
            </>
          )}
          {days.map(({ day, value }, index) => (
            <rect
              key={day}
              x={`${((index - 0.5) / steps) * 100}%`}
              width={`${100 / steps}%`}
              y="0"
              height="100%"
            >
              <title>{`${formatShortDay(day)}: ${formatCount(value)} ${unit}`}</title>
            </rect>
          ))}
        </svg>
      </div>
      <figcaption id={captionId}>{caption}</figcaption>
    </figure>
  )
}

/** The places of the days that the axis names: the first, the last, and some between them. */
function labelled(count: number): number[] {
  if (count <= LABELS) return Array.from({ length: count }, (_, index) => index)
  return Array.from({ length: LABELS }, (_, index) => Math.round((index * (count - 1)) / (LABELS - 1)))
}

function anchorOf(index: number, steps: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start'
  return index === steps ? 'end' : 'middle'
}
