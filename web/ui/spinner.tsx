import styles from './spinner.module.css'

/** Stands beside the word that says what is going on; says nothing by itself. */
export function Spinner() {
  return <span className={styles.spin} aria-hidden="true" />
}
