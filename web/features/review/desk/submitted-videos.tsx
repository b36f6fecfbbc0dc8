import { Fragment, type ReactNode, useId, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import type { FullRevision } from '#contract/review/review.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { isToDecide } from './rail.tsx'
import styles from './submitted-videos.module.css'
import { day, videoCount } from './words.ts'

type ReviewedCourse = FullRevision['courses'][number]

interface SubmittedVideosProps {
  revision: Pick<FullRevision, 'courses' | 'subject' | 'category'>
  /** The state of the links to the videos. */
  linkState: unknown
  player: (course: ReviewedCourse) => ReactNode
}

/** The videos of the playlist that wait for a decision. Play opens one frame below its row and closes the other. */
export function SubmittedVideos({ revision, linkState, player }: SubmittedVideosProps) {
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
            {playing === course._id && <Fragment>{player(course)}</Fragment>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** `8:04 · YouTube · sent 21 Mar` */
function factsOf({ durationSeconds, video, revision, status }: ReviewedCourse): string {
  return [
    ...(status === 'approved' ? ['edit of an approved video'] : []),
    ...(durationSeconds === null ? [] : [formatTime(durationSeconds)]),
    video.source === 'vimeo' ? 'Vimeo' : 'YouTube',
    ...(revision?.submittedAt ? [`sent ${day(revision.submittedAt)}`] : []),
  ].join(' · ')
}
