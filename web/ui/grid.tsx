import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './grid.module.css'

export type GridProps = {
  /** As many columns as fit, or three that become two and one. */
  columns?: 'auto' | 'three'
  /** Video cards have no box and stand closer on phones. */
  dense?: boolean
  /** A further part of a long list: not drawn until somebody scrolls there. */
  far?: boolean
  /** Playlists, whose height is known: in one column those below the window are not drawn until somebody scrolls there. */
  tall?: boolean
  label?: string
  /** `<li>` elements; each is a container named `cell`, so that a card can answer to its own width. */
  children: ReactNode
}

export function Grid({
  columns = 'auto',
  dense = false,
  far = false,
  tall = false,
  label,
  children,
}: GridProps) {
  const classes = classNames(
    styles.grid,
    columns === 'three' && styles.three,
    dense && styles.dense,
    far && styles.far,
    tall && styles.tall,
  )
  return (
    <ul className={classes} aria-label={label}>
      {children}
    </ul>
  )
}
