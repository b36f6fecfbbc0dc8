import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { countOf, formatMinutes } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { localDay } from '#web/ui/text/format.ts'
import { learningDaysOf } from './days.queries.ts'
import styles from './this-week.module.css'

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** The days of the current week, from Monday. */
function daysOfWeek(now: Date): string[] {
  const monday = now.getDate() - ((now.getDay() + 6) % NAMES.length)
  return NAMES.map((_, index) => localDay(new Date(now.getFullYear(), now.getMonth(), monday + index)))
}

/** How many minutes of new video the user watched this week, by day. */
export function ThisWeek() {
  const user = useCurrentUser()
  const call = useCall()
  const heading = useId()
  const now = new Date()
  const week = daysOfWeek(now)
  const [from = ''] = week
  const { data } = useQuery({ ...learningDaysOf(call, viewerKey(user), from), enabled: user !== null })
  const seconds = week.map((day) => data?.get(day) ?? 0)
  const total = seconds.reduce((sum, each) => sum + each, 0)
  const active = seconds.filter((each) => each > 0).length
  return (
    <aside className={styles.week} aria-labelledby={heading}>
      <h2 id={heading}>This week</h2>
      <p className={styles.total}>{data ? minutesOf(total) : '\u00a0'}</p>
      <p className={styles.days}>
        {data ? `of new video${active > 0 ? ` on ${countOf(active, 'day')}` : ''}` : '\u00a0'}
      </p>
      {data && (
        <ul className="sr">
          {seconds.map((each, index) => (
            <li key={week[index]}>
              {NAMES[index]}: {minutesOf(each)}
            </li>
          ))}
        </ul>
      )}
      <Bars seconds={seconds} today={week.indexOf(localDay(now))} />
    </aside>
  )
}

const minutesOf = (seconds: number) => (seconds === 0 ? '0 min' : formatMinutes(seconds))

const BAR = { width: 24, step: 34, height: 56, least: 2 }

function Bars({ seconds, today }: { seconds: readonly number[]; today: number }) {
  const most = Math.max(...seconds, 1)
  const { width, step, height, least } = BAR
  return (
    <svg viewBox={`0 0 ${step * NAMES.length} ${height + 22}`} aria-hidden="true">
      {seconds.map((each, index) => {
        const tall = Math.max(least, (each / most) * height)
        const left = index * step + (step - width) / 2
        return (
          <g key={NAMES[index]} className={index === today ? styles.today : undefined}>
            <rect x={left} y={height - tall} width={width} height={tall} rx={Math.min(4, tall / 2)} />
            <text x={left + width / 2} y={height + 18}>
              {NAMES[index]?.charAt(0)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
