import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './pill.module.css'

/** A dark label that stays readable over any picture: "9 videos". */
export function Pill({ icon, size, children }: { icon?: IconName; size?: 'lg'; children: ReactNode }) {
  return (
    <span className={classNames(styles.pill, size && styles[size])}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}
