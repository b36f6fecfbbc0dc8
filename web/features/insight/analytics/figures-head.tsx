import type { ReactNode } from 'react'
import { PERIODS, type Period } from '#contract/insight/analytics-choices.ts'
import input from '#web/ui/form/input.module.css'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './figures-head.module.css'

interface FiguresHeadProps {
  title: ReactNode
  lead: ReactNode
  children: ReactNode
}

/** The heading of a screen of figures, with its menu. */
export function FiguresHead({ title, lead, children }: FiguresHeadProps) {
  return (
    <header className={styles.head}>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{lead}</p>
      </div>
      <div className={styles.menu}>{children}</div>
    </header>
  )
}

export function PeriodSelect({ days, onChoose }: { days: Period; onChoose: (days: string) => void }) {
  return (
    <select
      aria-label="Period"
      className={input.input}
      value={days}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {PERIODS.map((period) => (
        <option key={period} value={period}>
          Last {period} days
        </option>
      ))}
    </select>
  )
}

interface CsvButtonProps {
  /** Of what, for screen readers. */
  of: string
  csv: { isPending: boolean }
  onPress: () => void
  size?: 'sm' | 'md'
}

export function CsvButton({ of, csv, onPress, size = 'md' }: CsvButtonProps) {
  return (
    <Button size={size} busy={csv.isPending} aria-label={`CSV of ${of}`} onClick={onPress}>
      <Icon name="download" />
      CSV
    </Button>
  )
}
