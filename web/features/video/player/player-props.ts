import type { Ref } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import type { Ranges } from '#contract/learning/progress.ts'
import type { FaultCode, PlayerSettings } from '#contract/video/player.ts'
import type { Video } from '#contract/video/video.ts'
import type { NextVideo, PlaylistEnd, UnfinishedVideo } from './end-card.tsx'
import type { PlayerCommands } from './keys.ts'
import type { OwnCaptions } from './own-captions.ts'
import type { Marks } from './slider-marks.tsx'
import type { PlaybackReport, PlayerControl } from './use-playback.ts'

/** What the player shows of a course. */
export type PlayedCourse = Pick<
  Course,
  'videoTitle' | 'tutorialImage' | 'durationSeconds' | 'chapters' | 'corrections'
> & {
  /** Of the drawn cover. */
  playlist: Pick<Course['playlist'], '_id'>
}

/** Where the video can be started. */
export interface StartOptions {
  at: number
  /** `Play`, `Continue at 3:12`, `Watch the rest` or `Watch again`. */
  label: string
  /** `2 min in 3 parts` */
  detail?: string
  /** The unwatched parts: only these are played. */
  rest?: Ranges
  /** Offers the beginning as well. */
  startOver?: boolean
  /** Offers the position of another device as well. */
  elsewhere?: { at: number; label: string }
}

/** What the page does for the player. */
export type PageCommands = Partial<
  Pick<PlayerCommands, 'done' | 'note' | 'bookmark' | 'question' | 'search' | 'next' | 'previous'>
>

export interface PlayerProps {
  course: PlayedCourse
  video: Video
  /** For drawn covers. */
  category: string
  settings: PlayerSettings
  onSettings: (change: Partial<PlayerSettings>) => void
  start: StartOptions
  /** Plays without a press, because the user asked for it at the end of another video. */
  autoStart?: boolean
  /** What the slider marks, besides the chapters and corrections. */
  marks?: Partial<Omit<Marks, 'chapters' | 'corrections'>>
  /** The teacher's own captions, in place of those of the host. */
  captions?: OwnCaptions | undefined
  next: NextVideo | undefined
  /** Offered after the last video. */
  unfinished?: UnfinishedVideo | undefined
  /** Linked after the last video. */
  playlist?: PlaylistEnd
  /** Other videos of the playlist are stored on this site, so that they play where a host is blocked. */
  hasStoredVideos?: boolean
  /** False where the page has keys of its own. */
  shortcuts?: boolean
  theatre?: boolean
  /** Without it there is no theatre. */
  onTheatre?: (theatre: boolean) => void
  onReport: (report: PlaybackReport) => void
  onFault: (code: FaultCode) => void
  /** Tells the teacher that the video does not play. */
  onTell?: (() => void) | undefined
  isTold?: boolean
  /** Gives the address of an uploaded video again, because it has expired or the video was not ready. */
  onExpired?: () => Promise<string | undefined>
  /** What the page does for the player; without a command its key does nothing. */
  commands?: PageCommands
  controlRef?: Ref<PlayerControl>
}
