import styles from './spinner.module.css'

/** A decorative spinner. The text beside it says what is loading. */
export function Spinner() {
  return <span className={styles.spin} aria-hidden="true" />
}
