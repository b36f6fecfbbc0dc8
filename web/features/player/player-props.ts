import type { Ref } from 'react'
import type { Course } from '#contract/courses.ts'
import type { FaultCode, PlayerSettings } from '#contract/player.ts'
import type { Ranges } from '#contract/progress.ts'
import type { Video } from '#contract/video.ts'
import type { NextVideo, PlaylistEnd } from './end-card.tsx'
import type { StartOptions } from './poster.tsx'
import type { CommentMark } from './slider-marks.tsx'
import type { PlaybackReport, PlayerControl } from './use-playback.ts'

export interface PlayerProps {
  course: Course
  video: Video
  /** For drawn covers. */
  category: string
  settings: PlayerSettings
  onSettings: (change: Partial<PlayerSettings>) => void
  start: StartOptions
  /** Plays without a press, because the user asked for it at the end of another video. */
  autoStart?: boolean
  watched?: Ranges
  /** The seconds of the user's notes. */
  notes?: readonly number[]
  comments?: readonly CommentMark[]
  next: NextVideo | undefined
  playlist: PlaylistEnd
  theatre: boolean
  onTheatre: (theatre: boolean) => void
  onReport: (report: PlaybackReport) => void
  onFault: (code: FaultCode) => void
  onDone?: () => void
  onNote?: () => void
  onQuestion?: () => void
  onNext: () => void
  onPrevious: () => void
  controlRef?: Ref<PlayerControl>
}
