import { type ReactNode, useState } from 'react'
import type { Still } from '#contract/video/video.ts'

interface StillPictureProps {
  still: Still | null | undefined
  /** The picture of the video, without a still and if its address has expired. */
  children: ReactNode
}

/** The second at which somebody stopped, as a part of the storyboard. */
export function StillPicture({ still, children }: StillPictureProps) {
  const [failed, setFailed] = useState<string>()
  if (!still || failed === still.url) return children
  const { url, x, y, width, height } = still
  return (
    <svg viewBox={`${x} ${y} ${width} ${height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <image href={url} onError={() => setFailed(url)} />
    </svg>
  )
}
