import {
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Bar } from './bar.tsx'
import { commandsOf } from './commands.ts'
import { type PlayerCommands, shortcutOf } from './keys.ts'
import styles from './player.module.css'
import { PlayerPicture } from './player-picture.tsx'
import type { PlayerProps } from './player-props.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { type Phase, usePlayback } from './use-playback.ts'

const CaptionStrip = lazyPart(async () => (await import('./caption-strip.tsx')).CaptionStrip)
const StoryboardPreview = lazyPart(async () => (await import('./storyboard-preview.tsx')).StoryboardPreview)

/** The video with its control bar below: hosts do not allow anything over their picture. */
export function Player(props: PlayerProps) {
  const { settings, onSettings, theatre = false, shortcuts = true } = props
  const frame = useRef<HTMLElement>(null)
  const [helpIsOpen, setHelpOpen] = useState(false)
  const [pointed, setPointed] = useState<number>()
  const [isFullScreen, toggleFullScreen] = useFullScreen(frame)
  const { playback, startAt, hadFocus } = useStarted(props, frame)
  const { phase, now, control } = playback
  const openHelp = () => setHelpOpen(true)
  const commands = commandsOf({ ...props, playback, startAt, toggleFullScreen, openHelp })
  useImperativeHandle(props.controlRef, () => control)
  useKeys({ player: frame, enabled: shortcuts && settings.keys, commands })

  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label="Video player"
      data-playing={isRunning(playback) || undefined}
      className={classNames(styles.player, theatre && styles.theatre)}
    >
      <div className={styles.picture}>
        <PlayerPicture {...props} {...{ playback, startAt, commands }} takesFocus={hadFocus} />
        {pointed !== undefined && props.video.master !== undefined && props.video.storyboard && (
          <Suspense>
            <StoryboardPreview
              master={props.video.master}
              storyboard={props.video.storyboard}
              at={pointed}
              duration={now.duration}
            />
          </Suspense>
        )}
      </div>
      {props.captions?.shown && hasPicture(phase) && (
        <Suspense fallback={<div className={styles.strip} />}>
          <CaptionStrip captions={props.captions} at={now.time} />
        </Suspense>
      )}
      {phase.name === 'video' && phase.ownControls ? (
        <p className={styles.unrecorded} role="status">
          Progress is not recorded for this video. You can mark it as done yourself.
        </p>
      ) : (
        <Bar
          {...props}
          now={now}
          started={playback.engine !== undefined || phase.name === 'ended'}
          hasShortcuts={shortcuts}
          hasBookmarks={props.commands?.bookmark !== undefined}
          isFullScreen={isFullScreen}
          hasPictureInPicture={
            playback.engine?.pictureInPicture !== undefined && document.pictureInPictureEnabled
          }
          pointed={pointed}
          onPoint={setPointed}
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

/** Such a page is not reloaded for an update (`PLAYING`). Nobody knows what a host's own controls do. */
const isRunning = ({ phase, now }: ReturnType<typeof usePlayback>) =>
  phase.name === 'video' && (phase.ownControls || now.state === 'playing')

/** Whether the video is there and says where it is, or was there: the strip stays until the user goes on. */
const hasPicture = (phase: Phase) =>
  (phase.name === 'video' && !phase.ownControls && !phase.silence) || phase.name === 'ended'

/** The playback, and whose focus it takes. */
function useStarted(props: PlayerProps, frame: RefObject<HTMLElement | null>) {
  const { course, settings, start, autoStart = false, onReport, onFault } = props
  const [hadFocus, setHadFocus] = useState(false)
  const playback = usePlayback({
    start: { at: start.at, autoStart },
    duration: course.durationSeconds ?? 0,
    // The host shows none where the strip does.
    settings: props.captions ? { ...settings, captions: null } : settings,
    onReport,
    onFault,
    onEnded: () => setHadFocus(frame.current?.contains(document.activeElement) ?? false),
  })
  /** The user starts playback: the focus moves to the frame, and never by itself. */
  function startAt(at: number, ownControls?: boolean): void {
    frame.current?.focus({ preventScroll: true })
    playback.startAt(at, ownControls)
  }
  return { playback, startAt, hadFocus }
}

/** Whether our element fills the screen, and a function that changes it. Hosts offer no such command. */
function useFullScreen(element: RefObject<HTMLElement | null>): [boolean, () => void] {
  const isFull = useSyncExternalStore(onChange, () => document.fullscreenElement !== null)
  function toggle(): void {
    // A browser may refuse, for example because the press was too long ago.
    const done = isFull ? document.exitFullscreen() : element.current?.requestFullscreen()
    done?.catch(() => undefined)
  }
  return [isFull, toggle]
}

function onChange(notify: () => void): () => void {
  document.addEventListener('fullscreenchange', notify)
  return () => document.removeEventListener('fullscreenchange', notify)
}

interface KeyOptions {
  /** The element around picture and bar. */
  player: RefObject<HTMLElement | null>
  enabled: boolean
  commands: PlayerCommands
}

/** Runs the shortcuts of the player on the whole page. */
function useKeys({ player, enabled, commands }: KeyOptions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = shortcutOf(event, player.current)
    if (key === undefined) return
    event.preventDefault()
    key.run(commands)
  })
  useEffect(() => {
    if (!enabled) return
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [enabled])
}
