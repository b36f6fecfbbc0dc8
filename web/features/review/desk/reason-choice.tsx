import { KeyCap } from './key-cap.tsx'
import styles from './reason-choice.module.css'

interface ReasonChoiceProps {
  /** Its key, where keys choose reasons. */
  number?: number
  checked: boolean
  onChange: () => void
  children: string
}

/** One reason: a native checkbox that looks like a chip, so that Enter submits the form. */
export function ReasonChoice({ number, checked, onChange, children }: ReasonChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={checked} aria-keyshortcuts={number?.toString()} onChange={onChange} />
      {number !== undefined && <KeyCap>{String(number)}</KeyCap>}
      {children}
    </label>
  )
}
