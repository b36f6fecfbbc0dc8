import { type RefObject, Suspense, useImperativeHandle, useRef, useState } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Bar } from './bar.tsx'
import { commandsOf } from './commands.ts'
import { hostOf } from './hosts.ts'
import { useLoadingWords } from './loading-words.ts'
import styles from './player.module.css'
import type { StartOptions } from './player-picture.tsx'
import type { PlayerProps } from './player-props.ts'
import { PlayerStage } from './player-stage.tsx'
import { useFlash } from './use-flash.ts'
import { useFullScreen, useIdle } from './use-full-screen.ts'
import { useKeys } from './use-keys.ts'
import { useOneTab } from './use-one-tab.ts'
import { isPlaying, usePlayback } from './use-playback.ts'
import { useRepeat } from './use-repeat.ts'
import { useSkipping } from './use-skipping.ts'

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** The video with its control bar below: hosts do not allow anything over their picture. */
export function Player(props: PlayerProps) {
  const { settings, onSettings, video, theatre = false, shortcuts = true } = props
  const frame = useRef<HTMLElement>(null)
  const [helpIsOpen, setHelpOpen] = useState(false)
  const [pointed, setPointed] = useState<number>()
  const [isFullScreen, toggleFullScreen] = useFullScreen(frame)
  const { playback, startAt, hadFocus, skipping } = useStarted(props, frame)
  const { phase, now, control } = playback
  const isOwn = hostOf(video) === undefined
  const isIdle = useIdle(isFullScreen && isOwn && now.state === 'playing')
  const repeating = useRepeat(playback)
  const [flash, setFlash] = useFlash()
  const words = useLoadingWords(playback)
  const paused = useOneTab(playsHere(playback), control)
  const commands = commandsOf({
    ...props,
    playback,
    startAt,
    begin: () => startAt(props.start.at, { parts: props.start.rest }),
    flash: setFlash,
    markRepeat: repeating.mark,
    toggleFullScreen,
    openHelp: () => setHelpOpen(true),
  })
  useImperativeHandle(props.controlRef, () => control)
  useKeys({ player: frame, enabled: shortcuts && settings.keys, commands })
  const shown = { ...props, playback, commands, isOwn, isFullScreen, words, flash, pointed }

  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label="Video player"
      data-playing={isRunning(playback) || undefined}
      data-own={isOwn || undefined}
      data-idle={isIdle || undefined}
      className={classNames(styles.player, theatre && styles.theatre)}
    >
      <PlayerStage {...shown} startAt={startAt} takesFocus={hadFocus} />
      {phase.name === 'video' && phase.ownControls ? (
        <p className={styles.unrecorded} role="status">
          Progress is not recorded for this video. You can mark it as done yourself.
        </p>
      ) : (
        <Bar
          {...shown}
          repeat={repeating.repeat}
          notice={hostWords(shown) ?? paused ?? skipping.notice ?? repeating.notice}
          hasShortcuts={shortcuts}
          hasBookmarks={props.commands?.bookmark !== undefined}
          onPoint={setPointed}
        />
      )}
      {helpIsOpen && (
        <Suspense>
          <ShortcutsDialog
            enabled={settings.keys}
            onEnabled={(keys) => onSettings({ keys })}
            onClose={() => setHelpOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Such a page is not reloaded for an update (`PLAYING`). Nobody knows what a host's own controls do. */
const isRunning = ({ phase, now }: ReturnType<typeof usePlayback>) =>
  phase.name === 'video' && (phase.ownControls || now.state === 'playing')

const playsHere = ({ phase, now }: ReturnType<typeof usePlayback>) =>
  phase.name === 'video' && !phase.ownControls && isPlaying(now)

/** Nothing may lie over a host's picture, so the bar says that it loads. */
const hostWords = ({ isOwn, words }: { isOwn: boolean; words: string | undefined }) =>
  isOwn || words === undefined ? undefined : { text: words }

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
  const skipping = useSkipping(playback, autoStart ? start.rest : undefined)
  /** The user starts playback: the focus moves to the frame, and never by itself. */
  function startAt(at: number, { parts, ownControls }: StartOptions = {}): void {
    frame.current?.focus({ preventScroll: true })
    skipping.playParts(parts)
    playback.startAt(at, ownControls)
  }
  return { playback, startAt, hadFocus, skipping }
}
