import type { FinishedPlaylist } from '#contract/learning/learning.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { RichText } from '#web/ui/text/rich-text.tsx'
import { TimeLink } from '#web/ui/text/time-link.tsx'
import styles from './kept.module.css'

type Course = FinishedPlaylist['courses'][number]
type Question = Course['questions'][number]

/** The user's notes, bookmarks and questions in a playlist, by video. */
export function Kept({ summary }: { summary: FinishedPlaylist }) {
  const { playlist, courses, coursesCount } = summary
  const kept = courses.filter(({ notes, questions }) => notes.length > 0 || questions.length > 0)
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">What you keep</h2>
      {kept.length === 0 && (
        <EmptyState
          drawing="comments"
          small
          title="No notes and no questions."
          help="What you write beside the videos of this playlist is kept here."
        />
      )}
      {kept.map((course) => (
        <CoursePart
          key={course._id}
          course={course}
          place={course.number === null ? undefined : `${course.number} of ${coursesCount}`}
          address={`/watch-video/${playlist._id}/${course._id}`}
        />
      ))}
    </section>
  )
}

interface CoursePartProps {
  course: Course
  /** `2 of 12` */
  place: string | undefined
  address: string
}

function CoursePart({ course: { videoTitle, notes, questions }, place, address }: CoursePartProps) {
  return (
    <div className={styles.course}>
      <h3>
        <bdi>{videoTitle}</bdi>
        {place !== undefined && <span className={styles.place}>{place}</span>}
      </h3>
      <ul>
        {notes.map(({ _id, at, text, bookmark, words = '' }) => (
          <li key={_id}>
            <TimeLink at={at} address={address} />
            <div>
              {bookmark && <span className={styles.bookmark}>Bookmark{words !== '' && ' · '}</span>}
              <RichText>{bookmark ? words : text}</RichText>
            </div>
          </li>
        ))}
      </ul>
      {questions.map((question) => (
        <QuestionPart key={question._id} question={question} address={address} />
      ))}
    </div>
  )
}

function QuestionPart({ question, address }: { question: Question; address: string }) {
  const { at, text, answer } = question
  const when = answer?.acceptedAt ?? answer?.createdAt ?? ''
  return (
    <div className={styles.question}>
      <div className={styles.asked}>
        You asked
        {at !== null && (
          <>
            {' '}
            at <TimeLink at={at} address={address} />
          </>
        )}
        : <RichText>{text}</RichText>
      </div>
      {answer && (
        <>
          <RichText>{answer.text}</RichText>
          <p className={styles.by}>
            <bdi>{answer.username}</bdi>, {answer.acceptedAt !== null && 'accepted on '}
            <RelativeTime at={when}>{formatDate(when)}</RelativeTime>
          </p>
        </>
      )}
    </div>
  )
}
