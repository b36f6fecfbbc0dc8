import type { ComponentProps } from 'react'
import styles from './bar-button.module.css'
import { PlayerIcon } from './player-icon.tsx'
import type { PlayerIconName } from './player-icon-paths.ts'

interface BarButtonProps extends Omit<ComponentProps<'button'>, 'style' | 'className' | 'children'> {
  icon: PlayerIconName
  label: string
  /** Makes it a toggle. */
  pressed?: boolean
}

/** An icon button of the control bar. */
export function BarButton({ icon, label, pressed, ...rest }: BarButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} aria-pressed={pressed} {...rest}>
      <PlayerIcon name={icon} />
    </button>
  )
}
