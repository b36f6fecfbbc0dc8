import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './panel.module.css'

export type PanelProps = {
  /** A heading of level 3 inside. */
  title?: ReactNode
  /** Uses the soft background of the brand, for the one offer of a screen. */
  soft?: boolean
  className?: string
  children: ReactNode
}

/** A small box. `Card` is the large box for a form or an article. */
export function Panel({ title, soft = false, className, children }: PanelProps) {
  return (
    <div className={classNames(styles.panel, soft && styles.soft, className)}>
      {title && <h3>{title}</h3>}
      {children}
    </div>
  )
}

/** The large box of a screen, named by the heading that `aria-labelledby` points to. */
export function Card({ className, ...rest }: Omit<ComponentProps<'section'>, 'style'>) {
  return <section {...rest} className={classNames(styles.card, className)} />
}
