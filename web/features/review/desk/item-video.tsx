import { useRef, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import type { ImageRef } from '#contract/media/media.ts'
import { FIELD_NAMES, REVIEWED_FIELDS } from '#contract/review/reviewed-fields.ts'
import type { Round, RoundRevision, UnsentNote } from '#contract/review/rounds.ts'
import type { Video } from '#contract/video/video.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { comparisonOf, type View } from './compare.ts'
import { DESK_KEYS } from './desk-keys.tsx'
import styles from './item-video.module.css'
import type { NotedPlace } from './notes.tsx'
import { ReviewPlayer } from './review-player.tsx'
import { placeIn } from './round-decision.ts'
import { isWaiting } from './words.ts'

interface ItemVideoProps {
  round: Round
  shown: ShownVideo
  notes: readonly UnsentNote[]
  seconds: number
  /** Missing when there is nothing to decide. */
  onNote: (() => void) | undefined
  onTime: (seconds: number) => void
}

/** The player, with the button for a note at this second. */
export function ItemVideo({ round, shown, notes, seconds, onNote, onTime }: ItemVideoProps) {
  const { number, source, side, video, next } = shown
  if (!(source && video)) return null
  const noted = notes.flatMap(({ itemId, atSeconds }) =>
    atSeconds !== undefined && itemId === shown.courseId ? atSeconds : [],
  )
  return (
    <div>
      <div className={styles.head}>
        <h3>
          {number !== undefined && `${number} `}
          <bdi>{source.title}</bdi>
        </h3>
        {hasTwoVideos(source) && (
          <span className={styles.side}>{side === 'A' ? 'Video A, before' : 'Video B, now'}</span>
        )}
        {onNote && (
          <Button size="sm" aria-keyshortcuts={DESK_KEYS.note.cap} onClick={onNote}>
            <Icon name="note" />
            Note at {formatTime(seconds)}
          </Button>
        )}
      </div>
      <div className={styles.frame}>
        <ReviewPlayer
          key={`${shown.courseId} ${side} ${shown.press}`}
          {...video}
          category={round.category}
          notes={noted}
          next={next}
          onNext={shown.playNext}
          onTime={onTime}
          seekRef={shown.seekRef}
        />
      </div>
    </div>
  )
}

/** The video before (A) or now (B). */
type Side = 'A' | 'B'

interface Playing {
  courseId: string | undefined
  side: Side
  /** The admin has pressed it, so it starts at once, from this second. */
  startsAt: number | undefined
  /** Pressed again, a video starts again. */
  press: number
}

interface Source {
  title: string
  image: ImageRef | undefined
  now: Video | undefined
  before: Video | undefined
  durationSeconds: number | null
  /** The version that gets the notes, if it waits. */
  waiting: RoundRevision | undefined
}

/** A video of the round. */
function sourceOf(version: RoundRevision, view: View): Source {
  const { content, state, durationSeconds = null } = version
  const before = comparisonOf(version, view)?.before ?? version.before
  return {
    title: content.title,
    image: content.image ?? before?.image,
    now: content.video,
    before: before?.video,
    durationSeconds,
    waiting: isWaiting(state) ? version : undefined,
  }
}

/** Another video of the playlist. */
const listedSource = ({ title, image, video, durationSeconds }: Round['courses'][number]): Source => ({
  title,
  image,
  now: video,
  before: undefined,
  durationSeconds,
  waiting: undefined,
})

/** The video in the player: the first of the round, or one that the admin has pressed. */
export function useShownVideo({ courses, videos }: Round, view: View) {
  const [{ courseId, side, startsAt, press }, setPlaying] = useState<Playing>({
    courseId: videos[0]?.subject._id ?? courses[0]?._id,
    side: 'B',
    startsAt: undefined,
    press: 0,
  })
  const seekRef = useRef<(seconds: number) => void>(null)
  const index = courses.findIndex(({ _id }) => _id === courseId)
  const listed = courses[index]
  const version = videos.find(({ subject }) => subject._id === courseId)
  const source = version ? sourceOf(version, view) : listed && listedSource(listed)
  const after = courses[index + 1]

  function play(wanted: string, which: Side = 'B', at = 0): void {
    setPlaying({ courseId: wanted, side: which, startsAt: at, press: press + 1 })
  }
  return {
    courseId,
    number: index < 0 ? undefined : index + 1,
    source,
    side,
    press,
    seekRef,
    video: source && videoIn(source, side, startsAt),
    next: after && {
      title: after.title,
      image: after.image,
      seed: after._id,
      detail: `${index + 2} of ${courses.length}`,
    },
    play,
    playNext: () => after && play(after._id),
    /** Moves the player to a second of a video. */
    seek(wanted: string, at: number): void {
      if (wanted === courseId && side === 'B') seekRef.current?.(at)
      else play(wanted, 'B', at)
    },
  }
}

export type ShownVideo = ReturnType<typeof useShownVideo>

/** What the player gets; undefined if there is no such video. */
function videoIn(source: Source, side: Side, startsAt: number | undefined) {
  const { title, image, now, before, durationSeconds } = source
  const video = side === 'A' ? before : now
  if (!(video && image)) return
  return { title, image, video, durationSeconds: side === 'A' ? null : durationSeconds, startsAt }
}

/** Whether there was another video before. */
const hasTwoVideos = ({ now, before }: Source) => before !== undefined && before.key !== now?.key

/** Where a note can be about: this second of the video, the fields of the playlist, those of the video. */
export function placesOf(
  round: Round,
  { source }: Pick<ShownVideo, 'source'>,
  seconds: number,
): NotedPlace[] {
  const video = source?.waiting
  const fieldsOf = (version: RoundRevision, prefix: string) =>
    REVIEWED_FIELDS.filter((field) => version.content[field] != null).map((field) => ({
      value: `${version.subject._id} ${field}`,
      label: `${prefix}${FIELD_NAMES[field]}`,
      place: { itemId: version.subject._id, field },
    }))
  const second = video
    ? [
        {
          value: 'second',
          label: `At ${formatTime(seconds)} of ${source.title}`,
          place: { itemId: video.subject._id, atSeconds: seconds },
        },
      ]
    : []
  const fields = [
    ...(round.playlist ? fieldsOf(round.playlist, '') : []),
    ...(video ? fieldsOf(video, `${placeIn(round, video)}: `) : []),
  ]
  return seconds > 0 ? [...second, ...fields] : [...fields, ...second]
}
