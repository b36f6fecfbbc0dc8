import type { ImageRef } from '#contract/media/media.ts'
import styles from './brand-mark.module.css'

interface BrandMarkProps {
  name?: string
  /** Shown instead of the mark. */
  logo?: ImageRef | undefined
}

/**
 * The logo or the mark beside the site's name: an L that is a lectern seen from the side. The link around it is the caller's.
 */
export function BrandMark({ name = 'Lectern', logo }: BrandMarkProps) {
  if (logo)
    return (
      <span className={styles.brand}>
        <img
          src={logo.url}
          srcSet={logo.srcSet}
          sizes="96px"
          width={logo.width}
          height={logo.height}
          alt=""
        />
        <b>{name}</b>
      </span>
    )
  return (
    <span className={styles.brand}>
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="9.5" className={styles.ground} />
        <path d="M9 7v14.6A3.4 3.4 0 0 0 12.4 25H23.6" className={styles.lectern} />
        <path d="M15 8.3v10.4l9.2-5.2z" className={styles.play} />
      </svg>
      <b>{name}</b>
    </span>
  )
}
