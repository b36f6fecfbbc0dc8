import { stillAt } from '#contract/video/storyboard.ts'
import type { Storyboard } from '#contract/video/video.ts'

interface StoryboardTileProps {
  master: string
  storyboard: Storyboard
  /** Seconds. */
  at: number
  /** That of the storyboard without it. */
  size?: { width: number; height: number }
}

/** The small picture of a second. */
export function StoryboardTile({ master, storyboard, at, size }: StoryboardTileProps) {
  const { columns, rows } = storyboard
  const { url, x, y, width, height } = stillAt(master, storyboard, at)
  return (
    <svg aria-hidden="true" {...(size ?? { width, height })} viewBox={`${x} ${y} ${width} ${height}`}>
      <image href={url} width={columns * width} height={rows * height} preserveAspectRatio="xMinYMin meet" />
    </svg>
  )
}
