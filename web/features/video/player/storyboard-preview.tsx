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

/** The small picture of a second, above its place on the slider. It stays within the picture of the video. */
export function StoryboardPreview({ master, storyboard, at, duration }: StoryboardPreviewProps) {
  const { columns, rows } = storyboard
  const { url, x, y, width, height } = stillAt(master, storyboard, at)
  const part = duration > 0 ? Math.min(1, at / duration) : 0
  return (
    <svg className={styles.storyboard} aria-hidden="true">
      <g transform={`translate(${-part * width})`}>
        <svg x={`${part * 100}%`} width={width} height={height + GAP} aria-hidden="true">
          <rect width={width} height={height + GAP} rx="6" />
          <svg aria-hidden="true" width={width} height={height} viewBox={`${x} ${y} ${width} ${height}`}>
            <image
              href={url}
              width={columns * width}
              height={rows * height}
              preserveAspectRatio="xMinYMin meet"
            />
          </svg>
          <text x={width / 2} y={height + GAP / 2 + 4}>
            {formatTime(at)}
          </text>
        </svg>
      </g>
    </svg>
  )
}
