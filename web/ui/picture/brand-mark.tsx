import type { ShownLogo } from '#contract/settings/site.ts'
import styles from './brand-mark.module.css'

interface BrandMarkProps {
  name?: string
  /** Shown instead of the mark. */
  logo?: ShownLogo
}

/**
 * The logo or the mark beside the site's name: an L that is a lectern seen from the side. The link around it is the caller's.
 */
export function BrandMark({ name = 'Lectern', logo }: BrandMarkProps) {
  return (
    <span className={styles.brand}>
      {logo ? (
        <img alt="" {...logo} />
      ) : (
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <rect width="32" height="32" rx="9.5" className={styles.ground} />
          <path d="M9 7v14.6A3.4 3.4 0 0 0 12.4 25H23.6" className={styles.lectern} />
          <path d="M15 8.3v10.4l9.2-5.2z" className={styles.play} />
        </svg>
      )}
      <b>{name}</b>
    </span>
  )
}
