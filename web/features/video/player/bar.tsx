import { type ComponentProps, type ReactNode, Suspense, useMemo, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import styles from './bar.module.css'
import { CorrectionLine, correctionAt } from './corrections.tsx'
import { allowedRate, type Playback, ratesFor } from './engine.ts'
import type { PlayerCommands } from './keys.ts'
import type { PlayerProps } from './player-props.ts'
import { Slider } from './slider.tsx'
import { chapterAt, type Marks, nearestMark } from './slider-marks.tsx'
import { isPlaying } from './use-playback.ts'

const CaptionsSelect = lazyPart(async () => (await import('./captions-select.tsx')).CaptionsSelect)

interface BarProps
  extends Pick<
    PlayerProps,
    'course' | 'settings' | 'onSettings' | 'marks' | 'captions' | 'theatre' | 'onTheatre'
  > {
  now: Playback
  /** The position can be changed. */
  started: boolean
  /** Offers the list of shortcuts. */
  hasShortcuts: boolean
  /** Offers to set a bookmark. */
  hasBookmarks: boolean
  isFullScreen: boolean
  /** Offers picture in picture. */
  hasPictureInPicture: boolean
  /** The second under the pointer on the slider. */
  pointed: number | undefined
  onPoint: (seconds: number | undefined) => void
  commands: PlayerCommands
  onSeek: (seconds: number) => void
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
  const { now, started, settings, onSettings, commands, onSeek, pointed, onPoint } = props
  const { chapters = NO_MARKS.chapters, corrections = NO_MARKS.corrections } = props.course
  const [moreIsOpen, setMoreOpen] = useState(false)
  const marks = useMemo(
    () => ({ ...NO_MARKS, ...props.marks, chapters, corrections }),
    [props.marks, chapters, corrections],
  )
  return (
    <div className={styles.bar}>
      <Slider now={now} enabled={started} marks={marks} pointed={pointed} onPoint={onPoint} onSeek={onSeek} />
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
        <span className={styles.chapter} dir="auto">
          {pointed === undefined ? lineAt(now.time, marks) : pointedText(pointed, marks, now.duration)}
        </span>
        <Wide>
          <BookmarkControl {...props} />
        </Wide>
        <RateSelect now={now} rate={settings.rate} onRate={(rate) => onSettings({ rate })} />
        <CaptionsControl {...props} />
        <Wide>
          <SecondaryControls {...props} />
        </Wide>
        {document.fullscreenEnabled && (
          <BarButton
            icon={props.isFullScreen ? 'leave-full-screen' : 'full-screen'}
            label={props.isFullScreen ? 'Leave full screen' : 'Full screen'}
            onClick={commands.fullScreen}
          />
        )}
        {props.hasShortcuts && (
          <Wide>
            <Help onHelp={commands.help} />
          </Wide>
        )}
        <span className={styles.narrow}>
          <BarButton
            icon="more"
            label="More controls"
            aria-expanded={moreIsOpen}
            onClick={() => setMoreOpen(!moreIsOpen)}
          />
        </span>
      </div>
      {moreIsOpen && (
        <fieldset className={styles.more} aria-label="More controls">
          <BookmarkControl {...props} />
          <SecondaryControls {...props} />
          {props.hasShortcuts && <Help onHelp={commands.help} />}
        </fieldset>
      )}
    </div>
  )
}

/** Chooses among the teacher's captions, or switches those of the host on and off. */
function CaptionsControl({ captions, settings, onSettings, commands }: BarProps) {
  if (captions)
    return (
      <Suspense fallback={<BarButton icon="captions" label="Captions" disabled />}>
        <CaptionsSelect captions={captions} onLanguage={(language) => onSettings({ captions: language })} />
      </Suspense>
    )
  return (
    <BarButton
      icon="captions"
      label="Captions"
      pressed={settings.captions !== null}
      onClick={commands.captions}
    />
  )
}

function Wide({ children }: { children: ReactNode }) {
  return <span className={styles.wide}>{children}</span>
}

function SecondaryControls(props: BarProps) {
  const { settings, onSettings, theatre, onTheatre, isFullScreen, commands } = props
  return (
    <>
      <Volume
        volume={settings.muted ? 0 : settings.volume}
        onMute={commands.mute}
        onVolume={(volume) => onSettings({ volume, muted: false })}
      />
      {onTheatre && !isFullScreen && (
        <BarButton icon="theatre" label="Theatre" pressed={theatre} onClick={commands.theatre} />
      )}
      {props.hasPictureInPicture && (
        <BarButton icon="picture-in-picture" label="Picture in picture" onClick={commands.pictureInPicture} />
      )}
    </>
  )
}

function BookmarkControl({ hasBookmarks, commands }: BarProps) {
  return hasBookmarks && <BarButton icon="bookmark" label="Bookmark" onClick={commands.bookmark} />
}

function Help({ onHelp }: { onHelp: () => void }) {
  return <BarButton icon="help" label="Keyboard shortcuts" aria-haspopup="dialog" onClick={onHelp} />
}

/** The correction of this second, or else its chapter. */
function lineAt(seconds: number, { chapters, corrections }: Marks): ReactNode {
  const correction = correctionAt(corrections, seconds)
  return correction ? <CorrectionLine text={correction.text} /> : chapterAt(chapters, seconds)
}

/** The position under the pointer on the slider. */
function pointedText(seconds: number, marks: Marks, duration: number): ReactNode {
  const mark = nearestMark(seconds, marks, duration)
  return (
    <>
      <b>{formatTime(mark?.at ?? seconds)}</b> {mark?.label ?? chapterAt(marks.chapters, seconds)}
    </>
  )
}

interface BarButtonProps extends Omit<ComponentProps<'button'>, 'style' | 'className' | 'children'> {
  icon: IconName
  label: string
  /** Makes it a toggle. */
  pressed?: boolean
}

/** An icon button of the control bar. */
export function BarButton({ icon, label, pressed, ...rest }: BarButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} aria-pressed={pressed} {...rest}>
      <Icon name={icon} />
    </button>
  )
}

interface VolumeProps {
  /** Between 0 and 1; 0 while muted. */
  volume: number
  onVolume: (volume: number) => void
  onMute: () => void
}

function Volume({ volume, onVolume, onMute }: VolumeProps) {
  return (
    <span className={styles.volume}>
      <BarButton
        icon={volume === 0 ? 'muted' : 'volume'}
        label={volume === 0 ? 'Unmute' : 'Mute'}
        onClick={onMute}
      />
      <input
        type="range"
        aria-label="Volume"
        min={0}
        max={100}
        step={5}
        value={Math.round(volume * 100)}
        aria-valuetext={`${Math.round(volume * 100)}%`}
        onChange={({ target }) => onVolume(Number(target.value) / 100)}
      />
    </span>
  )
}

interface RateSelectProps {
  now: Playback
  rate: number
  onRate: (rate: number) => void
}

/** A native select: the browser draws its list, so it needs no room over the picture. */
function RateSelect({ now, rate, onRate }: RateSelectProps) {
  const current = allowedRate(rate, now.rates)
  return (
    <select
      className={styles.rate}
      aria-label="Speed"
      value={current}
      onChange={({ target }) => onRate(Number(target.value))}
    >
      {ratesFor(now.rates, current).map((each) => (
        <option key={each} value={each}>
          {each}x
        </option>
      ))}
    </select>
  )
}
