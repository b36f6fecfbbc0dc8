import { formatTime } from '#contract/format.ts'
import { stillAt } from '#contract/video/storyboard.ts'
import type { Storyboard } from '#contract/video/video.ts'
import styles from './storyboard-preview.module.css'

interface StoryboardPreviewProps {
  master: string
  storyboard: Storyboard
  /** Seconds. */
  at: number
  duration: number
}

const GAP = 20
/** As wide as the pictures of older videos; those of newer ones are twice as sharp. */
const WIDTH = 160

/** The small picture of a second, above its place on the slider. It stays within the picture of the video. */
export function StoryboardPreview({ master, storyboard, at, duration }: StoryboardPreviewProps) {
  const { columns, rows } = storyboard
  const { url, x, y, width, height } = stillAt(master, storyboard, at)
  const part = duration > 0 ? Math.min(1, at / duration) : 0
  const shownHeight = (WIDTH * height) / width
  return (
    <svg className={styles.storyboard} aria-hidden="true">
      <g transform={`translate(${-part * WIDTH})`}>
        <svg x={`${part * 100}%`} width={WIDTH} height={shownHeight + GAP} aria-hidden="true">
          <rect width={WIDTH} height={shownHeight + GAP} rx="6" />
          <svg aria-hidden="true" width={WIDTH} height={shownHeight} viewBox={`${x} ${y} ${width} ${height}`}>
            <image
              href={url}
              width={columns * width}
              height={rows * height}
              preserveAspectRatio="xMinYMin meet"
            />
          </svg>
          <text x={WIDTH / 2} y={shownHeight + GAP / 2 + 4}>
            {formatTime(at)}
          </text>
        </svg>
      </g>
    </svg>
  )
}
