import { type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import styles from './overview.module.css'

interface BoxProps {
  title: string
  /** At the right of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** One part of the overview. */
export function Box({ title, aside, children }: BoxProps) {
  const heading = useId()
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

interface RowProps {
  icon: IconName
  tone?: 'good' | 'warn' | 'bad' | undefined
  title: ReactNode
  detail: ReactNode
  /** A line below the row. */
  below?: ReactNode
  children?: ReactNode
}

/** A row with an icon, two lines of text and what can be done. */
export function Row({ icon, tone, title, detail, below, children }: RowProps) {
  return (
    <li className={styles.row}>
      <span className={styles.icon} data-tone={tone}>
        <Icon name={icon} />
      </span>
      <div>
        <b dir="auto">{title}</b>
        <small className={classNames(tone && styles[tone])}>{detail}</small>
      </div>
      {children && <div className={styles.actions}>{children}</div>}
      {below}
    </li>
  )
}
