import type { ReactNode } from 'react'
import styles from './switch.module.css'

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The label. */
  children: ReactNode
}

/** A setting that applies at once. */
export function Switch({ checked, onChange, children }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={checked}
      onClick={() => onChange(!checked)}
    >
      <span className={styles.track} />
      {children}
    </button>
  )
}
