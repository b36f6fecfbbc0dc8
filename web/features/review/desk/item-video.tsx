import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime } from '#contract/format.ts'
import type { ImageRef } from '#contract/media/media.ts'
import type { FullRevision, ReviewedContent } from '#contract/review/review.ts'
import { FIELD_NAMES, REVIEWED_FIELDS } from '#contract/review/reviewed-fields.ts'
import type { Video } from '#contract/video/video.ts'
import { useCall } from '#web/core/app-context.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Changes } from './changes.tsx'
import { revisionOf } from './desk.queries.ts'
import { DESK_KEYS } from './desk-keys.tsx'
import styles from './item-video.module.css'
import type { NotedPlace, UnsentNote } from './notes.tsx'
import { isToDecide } from './rail.tsx'
import { ReviewPlayer, type SeekRef } from './review-player.tsx'
import { isWaiting } from './words.ts'

interface ItemVideoProps {
  revision: FullRevision
  shown: ShownVideo
  notes: readonly UnsentNote[]
  seconds: number
  /** Missing when there is nothing to decide. */
  onNote: (() => void) | undefined
  onTime: (seconds: number) => void
  seekRef: SeekRef
}

/** The player, with what changed about this video and the button for a note at this second. */
export function ItemVideo({ revision, shown, notes, seconds, onNote, ...rest }: ItemVideoProps) {
  const { number, detail, source, side, video, next } = shown
  if (!(source && video)) return null
  const places = notes.flatMap(({ revisionId, place }) =>
    'atSeconds' in place && revisionId === source.revisionId ? place.atSeconds : [],
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
      {detail && detail.before !== null && (
        <Changes revision={detail} onPlay={(which) => shown.play(detail.subject._id, which)} />
      )}
      <div className={styles.frame}>
        <ReviewPlayer
          key={`${shown.courseId} ${side} ${shown.round}`}
          {...video}
          {...rest}
          category={revision.category}
          notes={places}
          next={next}
          onNext={shown.playNext}
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
  /** The admin has pressed it, so it starts at once. */
  starts: boolean
  /** Pressed again, a video starts again. */
  round: number
}

interface Source {
  title: string
  image: ImageRef | undefined
  now: Video | undefined
  before: ReviewedContent | null
  durationSeconds: number | null
  /** Gets the notes about a second of this video, while it waits. */
  revisionId: string | undefined
}

/** The item's own video: what waits, and what is online. */
function ownSource({ _id, state, content, before, durationSeconds = null }: FullRevision): Source {
  return {
    title: content.title,
    image: content.image ?? before?.image,
    now: content.video,
    before,
    durationSeconds,
    revisionId: isWaiting(state) ? _id : undefined,
  }
}

/** Another video of the playlist. `detail` is its revision, if it waits. */
function listedSource(course: FullRevision['courses'][number], detail: FullRevision | undefined): Source {
  return {
    title: course.title,
    image: course.image,
    now: course.video,
    before: detail?.before ?? null,
    durationSeconds: course.durationSeconds,
    revisionId: waitingIdOf(course),
  }
}

const waitingIdOf = (course: FullRevision['courses'][number] | undefined) =>
  course && isToDecide(course) ? course.revision?._id : undefined

/** Of a playlist the first video that waits. */
const firstOf = ({ subject, courses }: FullRevision) =>
  subject.kind === 'course' ? subject._id : (courses.find(isToDecide) ?? courses[0])?._id

/** The video in the player: that of the item, or one that the admin has pressed. */
export function useShownVideo(revision: FullRevision) {
  const { subject, courses } = revision
  const [playing, setPlaying] = useState<Playing>(() => ({
    courseId: firstOf(revision),
    side: 'B',
    starts: false,
    round: 0,
  }))
  const index = courses.findIndex(({ _id }) => _id === playing.courseId)
  const listed = courses[index]
  const isItself = subject.kind === 'course' && playing.courseId === subject._id
  const detailId = isItself ? undefined : waitingIdOf(listed)
  const found = useQuery({ ...revisionOf(useCall(), detailId ?? ''), enabled: detailId !== undefined }).data
  const detail = detailId === undefined ? undefined : found
  const source = isItself ? ownSource(revision) : listed && listedSource(listed, detail)
  const after = courses[index + 1]

  function play(courseId: string, side: Side): void {
    setPlaying((last) => ({ courseId, side, starts: true, round: last.round + 1 }))
  }
  return {
    courseId: playing.courseId,
    number: index < 0 ? undefined : index + 1,
    detail,
    source,
    side: playing.side,
    round: playing.round,
    video: source && videoIn(source, playing),
    next: after && {
      title: after.title,
      image: after.image,
      seed: after._id,
      detail: `${index + 2} of ${courses.length}`,
    },
    play,
    playNext: () => after && play(after._id, 'B'),
  }
}

type ShownVideo = ReturnType<typeof useShownVideo>

/** What the player gets; undefined if there is no such video. */
function videoIn({ title, image, now, before, durationSeconds }: Source, playing: Playing) {
  const { side, starts } = playing
  const video = side === 'A' ? before?.video : now
  if (!(video && image)) return
  return {
    title,
    image,
    video,
    durationSeconds: side === 'A' ? null : durationSeconds,
    starts,
  }
}

/** Whether another video waits than the one that is online. */
const hasTwoVideos = ({ now, before }: Source) => before?.video !== undefined && before.video.key !== now?.key

/** Where a note can be about: this second of the video, the fields of the item, those of the video. */
export function placesOf(
  revision: FullRevision,
  { source, detail }: Pick<ShownVideo, 'source' | 'detail'>,
  seconds: number,
): NotedPlace[] {
  const fieldsOf = ({ _id, content }: Pick<FullRevision, '_id' | 'content'>, prefix: string) =>
    REVIEWED_FIELDS.filter((field) => content[field] != null).map((field) => ({
      value: `${_id} ${field}`,
      label: `${prefix}${FIELD_NAMES[field]}`,
      revisionId: _id,
      place: { field },
    }))
  const second =
    source?.revisionId === undefined
      ? []
      : [
          {
            value: 'second',
            label: `At ${formatTime(seconds)} of ${source.title}`,
            revisionId: source.revisionId,
            place: { atSeconds: seconds },
          },
        ]
  const fields = [...fieldsOf(revision, ''), ...(detail ? fieldsOf(detail, `${detail.content.title}: `) : [])]
  return seconds > 0 ? [...second, ...fields] : [...fields, ...second]
}
