import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './item-cell.module.css'

export type ItemCellProps = {
  /** A `Thumb`, or a photo when `round`. */
  picture: ReactNode
  title: ReactNode
  text?: ReactNode
  round?: boolean
}

/** The main cell of a row: picture, title and one secondary line. */
export function ItemCell({ picture, title, text, round = false }: ItemCellProps) {
  return (
    <div className={classNames(styles.item, round && styles.round)}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.words}>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        {text && (
          <small>
            <bdi>{text}</bdi>
          </small>
        )}
      </div>
    </div>
  )
}

/** The icon buttons at the end of a row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
