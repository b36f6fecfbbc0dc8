import { type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import type { Course } from '#contract/courses.ts'
import type { FaultCode, PlayerSettings } from '#contract/player.ts'
import type { Ranges } from '#contract/progress.ts'
import type { Video } from '#contract/video.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Bar } from './bar.tsx'
import { commandsOf } from './commands.ts'
import type { NextVideo, PlaylistEnd } from './end-card.tsx'
import styles from './player.module.css'
import { PlayerPicture } from './player-picture.tsx'
import type { StartOptions } from './poster.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import type { CommentMark } from './slider-marks.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useKeys } from './use-keys.ts'
import { type PlaybackReport, type PlayerControl, usePlayback } from './use-playback.ts'

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

/** The video with its control bar below: hosts do not allow anything over their picture. */
export function Player(props: PlayerProps) {
  const { course, settings, onSettings, theatre } = props
  const frame = useRef<HTMLElement>(null)
  const [helpIsOpen, setHelpOpen] = useState(false)
  const [isFullScreen, toggleFullScreen] = useFullScreen(frame)
  const { playback, startAt, hadFocus } = useStarted(props, frame)
  const { phase, now, control } = playback
  const openHelp = () => setHelpOpen(true)
  const commands = commandsOf({ ...props, playback, startAt, toggleFullScreen, openHelp })
  useImperativeHandle(props.controlRef, () => control)
  useKeys({ player: frame, enabled: settings.keys, commands })

  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label="Video player"
      className={classNames(styles.player, theatre && styles.theatre)}
    >
      <div className={styles.picture}>
        <PlayerPicture {...props} playback={playback} startAt={startAt} takesFocus={hadFocus} />
      </div>
      {phase.name === 'video' && phase.ownControls ? (
        <p className={styles.unrecorded} role="status">
          Progress is not recorded for this video. You can mark it as done yourself.
        </p>
      ) : (
        <Bar
          {...props}
          now={now}
          started={playback.engine !== undefined || phase.name === 'ended'}
          chapters={course.chapters}
          isFullScreen={isFullScreen}
          commands={commands}
          onSeek={control.seek}
        />
      )}
      {helpIsOpen && (
        <ShortcutsDialog
          enabled={settings.keys}
          onEnabled={(keys) => onSettings({ keys })}
          onClose={() => setHelpOpen(false)}
        />
      )}
    </section>
  )
}

/** The playback, and whose focus it takes. */
function useStarted(props: PlayerProps, frame: RefObject<HTMLElement | null>) {
  const { course, settings, start, autoStart = false, onReport, onFault } = props
  const [hadFocus, setHadFocus] = useState(false)
  const playback = usePlayback({
    start: { at: start.at, autoStart },
    duration: course.durationSeconds ?? 0,
    settings,
    onReport,
    onFault,
    onEnded: () => setHadFocus(frame.current?.contains(document.activeElement) ?? false),
  })
  /** The user starts playback: the focus moves to the frame, and never by itself. */
  function startAt(at: number): void {
    frame.current?.focus({ preventScroll: true })
    playback.startAt(at)
  }
  return { playback, startAt, hadFocus }
}
