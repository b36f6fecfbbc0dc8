import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './chart-panel.module.css'

interface ChartPanelProps {
  title: string
  /** What the colours mean. */
  legend?: ReactNode
  /** The same numbers as the chart. */
  table: ReactNode
  /** A `figure`, and what stands beside it. */
  children: ReactNode
}

/** The box around a chart. **Table** opens its numbers below. */
export function ChartPanel({ title, legend, table, children }: ChartPanelProps) {
  const heading = useId()
  const numbers = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {legend}
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={numbers}
          onClick={() => setOpen(!isOpen)}
        >
          Table
        </Button>
      </div>
      <div className={styles.body}>{children}</div>
      <section
        id={numbers}
        className={styles.numbers}
        aria-label={`${title}: table`}
        hidden={!isOpen}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached with the keyboard
        tabIndex={0}
      >
        {isOpen && table}
      </section>
    </section>
  )
}

/** The numbers of a chart: the first column names the row. */
export function ChartTable({
  heads,
  rows,
}: {
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
