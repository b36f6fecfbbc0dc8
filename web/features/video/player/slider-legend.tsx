import { classNames } from '#web/ui/class-names.ts'
import styles from './shortcuts-dialog.module.css'
import slider from './slider.module.css'

const BUBBLE = 'M2.5 3h9a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1H8l-2 2.2V9.5H2.5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z'

/** What the marks of the slider mean. */
export function SliderLegend() {
  return (
    <ul className={styles.legend}>
      <li>
        <svg viewBox="0 0 22 14" width="22" height="14" aria-hidden="true">
          <rect className={slider.line} y="6" width="22" height="2" />
          <rect className={slider.watched} y="4" width="14" height="6" rx="3" />
        </svg>
        watched
      </li>
      <li>
        <svg viewBox="0 0 22 14" width="22" height="14" aria-hidden="true">
          <rect className={slider.line} y="6" width="22" height="2" />
          <rect className={slider.tick} x="10" y="1" width="2" height="12" />
        </svg>
        chapter
      </li>
      <li>
        <svg viewBox="0 0 14 14" width="12" height="12" aria-hidden="true">
          <circle className={slider.note} cx="7" cy="7" r="4.5" />
        </svg>
        your note
      </li>
      <li>
        <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
          <path className={classNames(slider.comment, slider.question)} d={BUBBLE} />
        </svg>
        question
      </li>
      <li>
        <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
          <path className={slider.comment} d={BUBBLE} />
        </svg>
        comment
      </li>
    </ul>
  )
}
