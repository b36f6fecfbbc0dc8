import { useState } from 'react'
import type { ContinueCard } from '#contract/learning/home.ts'
import { Picture } from '#web/features/media/picture.tsx'

/** The width of the large picture: half as wide, a still is sharp enough for it. */
const WIDTH = 640

/** The second where the user stopped, or the picture of the video if its still is too small or does not load. */
export function StoppedPicture({ card: { still, course, playlist } }: { card: ContinueCard }) {
  const [failedUrl, setFailedUrl] = useState<string>()
  if (still && still.width * 2 >= WIDTH && still.url !== failedUrl) {
    const { url, x, y, width, height } = still
    return (
      <svg viewBox={`${x} ${y} ${width} ${height}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <image href={url} onError={() => setFailedUrl(url)} />
      </svg>
    )
  }
  return (
    <Picture
      image={course.tutorialImage}
      sizes={`(max-width: 860px) 100vw, ${WIDTH}px`}
      priority
      fallback={{ category: playlist.category, seed: course._id }}
    />
  )
}
