import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import styles from './bar.module.css'
import { BarButton } from './bar-button.tsx'
import { BarLine } from './bar-line.tsx'
import type { PlayerCommands } from './keys.ts'
import type { Notice } from './notice.ts'
import type { PlayerProps } from './player-props.ts'
import { RateSelect } from './rate-select.tsx'
import { Slider } from './slider.tsx'
import type { Marks } from './slider-marks.tsx'
import type { Flash } from './use-flash.ts'
import { isPlaying, type usePlayback } from './use-playback.ts'
import type { Repeat } from './use-repeat.ts'
import { Volume } from './volume.tsx'

const CaptionsMenu = lazyPart(async () => (await import('./captions-menu.tsx')).CaptionsMenu)

interface BarProps
  extends Pick<
    PlayerProps,
    'course' | 'video' | 'settings' | 'onSettings' | 'marks' | 'captions' | 'next' | 'theatre' | 'onTheatre'
  > {
  playback: ReturnType<typeof usePlayback>
  /** Offers the list of shortcuts. */
  hasShortcuts: boolean
  /** Offers to set a bookmark. */
  hasBookmarks: boolean
  /** The video is an uploaded one. */
  isOwn: boolean
  isFullScreen: boolean
  repeat: Repeat | undefined
  notice: Notice | undefined
  flash: Flash | undefined
  /** The second under the pointer on the slider. */
  pointed: number | undefined
  onPoint: (seconds: number | undefined) => void
  commands: PlayerCommands
}

const NO_MARKS: Marks = {
  watched: [],
  chapters: [],
  corrections: [],
  notes: [],
  bookmarks: [],
  comments: [],
  written: [],
}

/** The controls below the picture. In a narrow player some of them are in a second row that More opens. */
export function Bar(props: BarProps) {
  const { playback, isOwn, commands, pointed, onPoint } = props
  const { now, engine, phase, control } = playback
  const started = engine !== undefined || phase.name === 'ended'
  const { chapters = NO_MARKS.chapters, corrections = NO_MARKS.corrections } = props.course
  const [moreIsOpen, setMoreOpen] = useState(false)
  const marks = useMemo(
    () => ({ ...NO_MARKS, ...props.marks, chapters, corrections }),
    [props.marks, chapters, corrections],
  )
  return (
    <div className={styles.bar} data-corrected={corrections.length > 0 || undefined}>
      <Slider
        now={now}
        enabled={started}
        marks={marks}
        repeat={props.repeat}
        pointed={pointed}
        onPoint={onPoint}
        onSeek={control.seek}
      />
      <div className={styles.row}>
        <BarButton
          icon={isPlaying(now) ? 'pause' : 'play'}
          label={isPlaying(now) ? 'Pause' : 'Play'}
          onClick={commands.toggle}
        />
        <BarButton
          icon="back"
          label="Back 10 seconds"
          disabled={!started}
          onClick={() => commands.skip(-10)}
        />
        <BarButton
          icon="forward"
          label="Forward 10 seconds"
          disabled={!started}
          onClick={() => commands.skip(10)}
        />
        <span className={styles.time}>
          {formatTime(now.time)} {now.duration > 0 && <span>/ {formatTime(now.duration)}</span>}
        </span>
        <BarLine
          notice={props.notice}
          flash={isOwn ? undefined : props.flash}
          time={now.time}
          duration={now.duration}
          pointed={pointed}
          marks={marks}
        />
        <Wide>
          <BookmarkControl {...props} />
          <Speed {...props} />
        </Wide>
        <CaptionsControl {...props} />
        <Wide>
          <VolumeControl {...props} />
          <WindowControls {...props} />
        </Wide>
        <FullScreenControls {...props} />
        {props.hasShortcuts && (
          <Wide>
            <Help onHelp={commands.help} />
          </Wide>
        )}
        <span className={styles.narrow}>
          <BarButton
            icon="dots"
            label="More controls"
            aria-expanded={moreIsOpen}
            onClick={() => setMoreOpen(!moreIsOpen)}
          />
        </span>
      </div>
      {moreIsOpen && (
        <fieldset className={styles.more} aria-label="More controls">
          <BookmarkControl {...props} />
          <Speed {...props} />
          <VolumeControl {...props} />
          <WindowControls {...props} />
          {props.hasShortcuts && <Help onHelp={commands.help} />}
        </fieldset>
      )}
    </div>
  )
}

/** Chooses among the teacher's captions, or switches those of the host on and off. */
function CaptionsControl({ captions, settings, onSettings, commands, isOwn, isFullScreen }: BarProps) {
  // There is no room for a menu beside a host's picture that fills the screen.
  if (captions && (isOwn || !isFullScreen))
    return (
      <Suspense fallback={<BarButton icon="captions" label="Captions" disabled />}>
        <CaptionsMenu
          captions={captions}
          settings={settings}
          onSettings={onSettings}
          onLanguage={commands.chooseCaptions}
          isOwn={isOwn}
        />
      </Suspense>
    )
  return (
    <BarButton
      icon="captions"
      label="Captions"
      pressed={captions ? captions.shown !== undefined : settings.captions !== null}
      onClick={commands.captions}
    />
  )
}

function Wide({ children }: { children: ReactNode }) {
  return <span className={styles.wide}>{children}</span>
}

function Speed({ video, settings, commands }: BarProps) {
  return <RateSelect video={video} rate={settings.rate} onRate={commands.rate} />
}

function VolumeControl({ settings, onSettings, commands }: BarProps) {
  return (
    <Volume
      volume={settings.muted ? 0 : settings.volume}
      onMute={commands.mute}
      onVolume={(volume) => onSettings({ volume, muted: false })}
      onStep={commands.louder}
    />
  )
}

function WindowControls({ theatre, onTheatre, isFullScreen, playback, commands }: BarProps) {
  const hasPictureInPicture =
    playback.engine?.pictureInPicture !== undefined && document.pictureInPictureEnabled
  return (
    <>
      {onTheatre && !isFullScreen && (
        <BarButton icon="theatre" label="Theatre" pressed={theatre} onClick={commands.theatre} />
      )}
      {hasPictureInPicture && (
        <BarButton icon="picture-in-picture" label="Picture in picture" onClick={commands.pictureInPicture} />
      )}
    </>
  )
}

function BookmarkControl({ hasBookmarks, commands }: BarProps) {
  return hasBookmarks && <BarButton icon="bookmark" label="Bookmark" onClick={commands.bookmark} />
}

/** Full screen, and the next video where the picture has no head with it. */
function FullScreenControls({ isFullScreen, isOwn, next, playback, commands }: BarProps) {
  // The end card has the same button.
  const offersNext = next !== undefined && playback.phase.name !== 'ended'
  return (
    <>
      {isFullScreen && !isOwn && offersNext && (
        <Wide>
          <BarButton icon="next" label="Next video" onClick={commands.next} />
        </Wide>
      )}
      {document.fullscreenEnabled && (
        <BarButton
          icon={isFullScreen ? 'leave-full-screen' : 'full-screen'}
          label={isFullScreen ? 'Leave full screen' : 'Full screen'}
          onClick={commands.fullScreen}
        />
      )}
    </>
  )
}

function Help({ onHelp }: { onHelp: () => void }) {
  return <BarButton icon="help" label="Keyboard shortcuts" aria-haspopup="dialog" onClick={onHelp} />
}
