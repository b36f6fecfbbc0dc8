import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './grid.module.css'

export type GridProps = {
  /** As many columns as fit, or three that become two and one. */
  columns?: 'auto' | 'three'
  /** Video cards have no box and stand closer on phones. */
  dense?: boolean
  /** A further part of a long list: not drawn until somebody scrolls there. */
  far?: boolean
  /** Cards whose height is known: in one column those below the window are not drawn until somebody scrolls there. */
  cards?: 'playlists' | 'teachers'
  label?: string
  ref?: Ref<HTMLUListElement>
  /** `<li>` elements; the last of three, alone in its row, is a container named `cell`: a card answers to its width. */
  children: ReactNode
}

export function Grid({
  columns = 'auto',
  dense = false,
  far = false,
  cards,
  label,
  ref,
  children,
}: GridProps) {
  const classes = classNames(
    styles.grid,
    columns === 'three' && styles.three,
    dense && styles.dense,
    far && styles.far,
    cards && styles[cards],
  )
  return (
    <ul ref={ref} className={classes} aria-label={label}>
      {children}
    </ul>
  )
}

/** Some twenty far parts: a browser looks at each frame where every part is that it may have to draw, but not into these. */
export function FarParts({ ref, children }: { ref: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className={styles.parts}>
      {children}
    </div>
  )
}
