import { type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, IconPath } from '#web/ui/picture/icon.tsx'
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

/** Outlines of Tabler Icons that only this screen uses. */
const PATHS = {
  password: 'M12 10v4M10 13l4-2M10 11l4 2M5 10v4M3 13l4-2M3 11l4 2M19 10v4M17 13l4-2M17 11l4 2',
  laptop: 'M3 19l18 0M5 7a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-12a1 1 0 0 1-1-1l0-8',
  phone: 'M6 5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-14M11 4h2M12 17v.01',
  desktop:
    'M3 5a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-16a1 1 0 0 1-1-1v-10M7 20h10M9 16v4M15 16v4',
  'key-off':
    'M10.17 6.16l2.32-2.32a2.88 2.88 0 0 1 4.07 0l3.6 3.6a2.88 2.88 0 0 1 0 4.07l-2.33 2.33M14.93 14.95a2.86 2.86 0 0 1-1.49-.79l-.3-.3l-6.56 6.56a2 2 0 0 1-1.24 .58l-.18 .01h-1.17a1 1 0 0 1-.99-.88l-.01-.12v-1.17a2 2 0 0 1 .47-1.28l.12-.13l.41-.41h2v-2h2v-2l2.14-2.14l-.3-.3a2.86 2.86 0 0 1-.79-1.5M15 9h.01M3 3l18 18',
  copy: 'M7 9.67a2.67 2.67 0 0 1 2.67-2.67h8.67a2.67 2.67 0 0 1 2.67 2.67v8.67a2.67 2.67 0 0 1-2.67 2.67h-8.67a2.67 2.67 0 0 1-2.67-2.67l0-8.67M4.01 16.74a2 2 0 0 1-1.01-1.74v-10c0-1.1 .9-2 2-2h10c.75 0 1.16 .39 1.5 1',
  download: 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5l5-5M12 4v12',
} as const
export type SecurityIconName = keyof typeof PATHS

export function SecurityIcon({ name, size = 'md' }: { name: SecurityIconName; size?: 'sm' | 'md' }) {
  return <IconPath path={PATHS[name]} size={size} />
}
