import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from './icon.tsx'
import styles from './thumb.module.css'

export type ThumbProps = {
  /** The picture. */
  children: ReactNode
  /** 7, 10, 14 or 18 px: outer radius minus padding. */
  radius?: 'xs' | 'md' | 'lg' | 'xl'
  /** A play disc in the middle: this is one video, not a playlist. */
  play?: boolean
  className?: string
}

/** A 16:9 frame. Its disc turns mint while the link around it is hovered. */
export function Thumb({ children, radius = 'md', play = false, className }: ThumbProps) {
  return (
    <div className={classNames(styles.thumb, radius !== 'md' && styles[radius], className)}>
      {children}
      {play && (
        <span className={styles.play}>
          <span className={styles.disc}>
            <Icon name="play" />
          </span>
        </span>
      )}
    </div>
  )
}
