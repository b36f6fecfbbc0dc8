import type { ReactNode, RefObject } from 'react'
import { classNames } from './class-names.ts'
import styles from './grid.module.css'

export type GridProps = {
  /** As many columns as fit, or three that become two and one. */
  columns?: 'auto' | 'three'
  /** Video cards have no box and stand closer on phones. */
  dense?: boolean
  /**
   * Cards whose height is known: in one column those below the window are not drawn until somebody scrolls there. `far`: a
   * further part of a long list, not drawn at all until then.
   */
  cards?: 'playlists' | 'teachers' | 'far'
  label?: string
  ref?: RefObject<HTMLUListElement | null>
  /** `<li>` elements; the last of three, alone in its row, is a container named `cell`: a card answers to its width. */
  children: ReactNode
}

export function Grid({ columns = 'auto', dense = false, cards, label, ref, children }: GridProps) {
  const classes = classNames(
    styles.grid,
    columns === 'three' && styles.three,
    dense && styles.dense,
    cards && styles[cards],
  )
  return (
    <ul ref={ref} className={classes} aria-label={label}>
      {children}
    </ul>
  )
}

interface FarPartsProps {
  ref: RefObject<HTMLDivElement | null>
  /** Drawn card by card when they come near: those that may come by scrolling alone, not a few at each press for more. */
  oneByOne: boolean
  children: ReactNode
}

/** Some twenty far parts: a browser looks at each frame where every part is that it may have to draw, but not into these. */
export function FarParts({ ref, oneByOne, children }: FarPartsProps) {
  return (
    <div ref={ref} className={classNames(styles.parts, oneByOne && styles.oneByOne)}>
      {children}
    </div>
  )
}
