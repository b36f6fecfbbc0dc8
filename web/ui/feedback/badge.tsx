import { classNames } from '#web/ui/class-names.ts'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './badge.module.css'

export type BadgeTone = 'draft' | 'pending' | 'processing' | 'approved' | 'cancel'

const icons: Record<BadgeTone, IconName> = {
  draft: 'edit',
  pending: 'clock',
  processing: 'circle-dashed',
  approved: 'circle-check',
  cancel: 'circle-x',
}

export type BadgeProps = {
  tone: BadgeTone
  /** In place of the icon of the status. */
  icon?: IconName
  /** The label; a single word is capitalised by the style sheet. The default is the status. */
  children?: string
  /** The number of items with this status, in a row of totals; a dash while it is unknown. */
  count?: number | '–'
}

/** A status as icon, text and tint, never as colour alone. */
export function Badge({ tone, icon = icons[tone], children = tone, count }: BadgeProps) {
  return (
    <span
      className={classNames(styles.badge, styles[tone], children.includes(' ') && styles.sentence)}
      data-status={count === undefined ? tone : undefined}
    >
      <Icon name={icon} />
      {children}
      {count !== undefined && <span className={styles.count}> {count}</span>}
    </span>
  )
}
