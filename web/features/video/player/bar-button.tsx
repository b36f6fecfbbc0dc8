import type { ComponentProps } from 'react'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import styles from './bar.module.css'

interface BarButtonProps extends Omit<ComponentProps<'button'>, 'style' | 'className' | 'children'> {
  icon: IconName
  label: string
  /** Makes it a toggle. */
  pressed?: boolean
}

/** An icon button of the control bar. */
export function BarButton({ icon, label, pressed, ...rest }: BarButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} aria-pressed={pressed} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
