import { type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import styles from './settings.module.css'

/** One section of the screen, with its explanation on the left and its rows on the right. Scripts can focus the heading. */
export function Setting({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.setting} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <p>{text}</p>
      </div>
      {children}
    </section>
  )
}

/** The frame around rows and their foot. */
export function Box({ children }: { children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>
}

interface RowProps {
  icon: IconName
  name: ReactNode
  tag?: string | undefined
  warning?: string | undefined
  details: ReactNode
  children?: ReactNode
  as?: 'div' | 'li'
}

export function Row({ icon, name, tag, warning, details, children, as: Tag = 'div' }: RowProps) {
  return (
    <Tag className={styles.row}>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      <div>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          {tag !== undefined && <span className={styles.tag}>{tag}</span>}
          {warning !== undefined && (
            <span className={classNames(styles.tag, styles.doubt)}>
              <Icon name="alert-triangle" size="sm" />
              {warning}
            </span>
          )}
        </p>
        <p className={styles.details}>{details}</p>
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </Tag>
  )
}

/** The last line of a box: a hint and the actions. */
export function Foot({ hint, children }: { hint: string; children?: ReactNode }) {
  return (
    <div className={styles.foot}>
      <p>{hint}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}

/** `alone`: with its own border, outside a box. */
export function Warning({ alone = false, children }: { alone?: boolean; children: ReactNode }) {
  return (
    <div className={classNames(styles.warning, alone && styles.alone)}>
      <Icon name="alert-triangle" />
      <p>{children}</p>
    </div>
  )
}
