import type { Storyboard } from '#contract/video/video.ts'

interface StoryboardTileProps {
  master: string
  storyboard: Storyboard
  /** Seconds. */
  at: number
  className?: string | undefined
}

/** The small picture of a second. Without a class it has the size of the storyboard. */
export function StoryboardTile({ master, storyboard, at, className }: StoryboardTileProps) {
  const { every, width, height, columns, rows, sheets } = storyboard
  const index = Math.floor(at / every)
  const sheet = Math.min(sheets, Math.floor(index / (columns * rows)) + 1)
  const cell = index % (columns * rows)
  return (
    <svg
      aria-hidden="true"
      className={className}
      width={width}
      height={height}
      viewBox={`${(cell % columns) * width} ${Math.floor(cell / columns) * height} ${width} ${height}`}
    >
      <image
        href={master.replace(/[^/]+$/, `storyboard-${sheet}.jpg`)}
        width={columns * width}
        height={rows * height}
        preserveAspectRatio="xMinYMin meet"
      />
    </svg>
  )
}
