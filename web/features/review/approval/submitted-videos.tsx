import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import type { FullRevision } from '#contract/review/review.ts'
import { useCall } from '#web/core/app-context.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { submittedOf, useDecide } from '#web/features/review/desk/desk.queries.ts'
import { ReviewPlayer } from '#web/features/review/desk/review-player.tsx'
import { isWaiting, videoCount } from '#web/features/review/desk/words.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Card } from '#web/ui/layout/panel.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { formatDay } from '#web/ui/text/format.ts'
import styles from './submitted-videos.module.css'

type ReviewedCourse = FullRevision['courses'][number]

const isToDecide = ({ revision }: ReviewedCourse) => isWaiting(revision?.state)

interface SubmittedVideosProps {
  revision: Pick<FullRevision, 'courses' | 'subject' | 'category'>
  /** The state of the links to the videos. */
  linkState: unknown
}

/** The videos of the playlist that wait for a decision. Play opens one frame below its row and closes the other. */
export function SubmittedVideos({ revision, linkState }: SubmittedVideosProps) {
  const { courses, subject, category } = revision
  const [playing, setPlaying] = useState<string>()
  const heading = useId()
  const submitted = courses
    .map((course, index) => ({ course, number: index + 1 }))
    .filter(({ course }) => isToDecide(course))
  if (submitted.length === 0) return null
  return (
    <Card aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>Submitted videos</h2>
        <p>{videoCount(submitted.length)} to decide</p>
      </div>
      <ol className={styles.list}>
        {submitted.map(({ course, number }) => (
          <li key={course._id}>
            <div className={styles.row}>
              <div className={styles.thumb}>
                <Thumb radius="xs">
                  <Picture image={course.image} sizes="104px" fallback={{ category, seed: course._id }} />
                </Thumb>
                <button
                  type="button"
                  aria-label={`Play ${number} ${course.title}`}
                  aria-expanded={playing === course._id}
                  onClick={() => setPlaying(playing === course._id ? undefined : course._id)}
                >
                  <Icon name={playing === course._id ? 'close' : 'play'} size="sm" />
                </button>
              </div>
              <div className={styles.words}>
                <b>
                  {number} <bdi>{course.title}</bdi>
                </b>
                <small>{factsOf(course)}</small>
              </div>
              <Badge tone={course.status} />
              <LinkButton
                size="sm"
                variant="ghost"
                to={`/admin/course-view/${subject.playlist._id}/${course._id}`}
                state={linkState}
                aria-label={`Open ${course.title}`}
              >
                Open
                <Icon name="chevron-right" />
              </LinkButton>
            </div>
            {playing === course._id && <CoursePlayer course={course} category={category} />}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function CoursePlayer({ course, category }: { course: ReviewedCourse; category: string }) {
  const { title, image, video, durationSeconds } = course
  return <ReviewPlayer {...{ title, image, video, durationSeconds, category }} startsAt={0} />
}

/** `8:04 · YouTube · sent 21 Mar` */
function factsOf({ durationSeconds, video, revision, status }: ReviewedCourse): string {
  return [
    ...(status === 'approved' ? ['edit of an approved video'] : []),
    ...(durationSeconds === null ? [] : [formatTime(durationSeconds)]),
    video.source === 'vimeo' ? 'Vimeo' : 'YouTube',
    ...(revision?.submittedAt ? [`sent ${formatDay(revision.submittedAt)}`] : []),
  ].join(' · ')
}

/**
 * Approves the playlist and its submitted videos in one step; only the videos if the playlist is decided already. A version that
 * waits beside an approved one is left to the review desk, which shows it.
 */
export function ApproveTogether({ revision }: { revision: FullRevision }) {
  const heading = useId()
  const { mutate, isPending } = useDecide()
  const { subject, state, courses } = revision
  const waiting = courses
    .filter((course) => course.status !== 'approved' && isToDecide(course))
    .flatMap((course) => course.revision?._id ?? [])
  const count = waiting.length
  const withPlaylist = subject.kind === 'playlist' && subject.status !== 'approved' && isWaiting(state)
  if (count === 0) return null

  function approve(): void {
    const [revisionId = '', ...others] = withPlaylist ? [revision._id, ...waiting] : waiting
    const text = withPlaylist
      ? `Approved “${revision.content.title}” and ${videoCount(count)}.`
      : `Approved ${videoCount(count)} of “${subject.playlist.title}”.`
    mutate(
      { revisionId, body: { state: 'approved', courses: others } },
      { onSaved: () => notify.success(text, { timeout: SCREEN_TOAST_MS }) },
    )
  }

  return (
    <Card aria-labelledby={heading} className={styles.card}>
      <h2 id={heading}>All at once</h2>
      <p>
        {withPlaylist
          ? 'Approves the playlist and every submitted video in one step.'
          : 'Approves every submitted video in one step.'}
      </p>
      <Button block busy={isPending} onClick={approve}>
        <Icon name="checks" />
        {withPlaylist ? `Approve playlist and ${videoCount(count)}` : `Approve ${videoCount(count)}`}
      </Button>
    </Card>
  )
}

interface NextPendingProps {
  kind: 'playlist' | 'course'
  /** The playlist or course on the screen. */
  current: string
  linkState: unknown
}

/** Opens the next pending playlist or course, oldest first; hidden when there is none. */
export function NextPending({ kind, current, linkState }: NextPendingProps) {
  const page = useQuery(submittedOf(useCall(), kind)).data
  if (page === undefined) return null
  const at = page.items.findIndex(({ subject }) => subject._id === current)
  const next = page.items[at + 1] ?? page.items[0]
  const others = page.total - (at < 0 ? 0 : 1)
  if (next === undefined || next.subject._id === current) return null
  const { _id, playlist } = next.subject
  const to = kind === 'playlist' ? `/admin/playlist-view/${_id}` : `/admin/course-view/${playlist._id}/${_id}`
  return (
    <LinkButton to={to} state={linkState} size="lg" block>
      Next pending ({others})
      <Icon name="arrow-right" />
    </LinkButton>
  )
}
