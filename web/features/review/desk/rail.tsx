import { type ReactNode, useId } from 'react'
import { formatTime } from '#contract/format.ts'
import type { FullRevision } from '#contract/review/review.ts'
import { Badge, type BadgeTone } from '#web/ui/feedback/badge.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './rail.module.css'
import { day, firstName, isWaiting, STATE_WORDS, versionText } from './words.ts'

type ReviewedCourse = FullRevision['courses'][number]

export const isToDecide = ({ revision }: ReviewedCourse) => isWaiting(revision?.state)

interface BoxProps {
  title: string
  aside?: string
  children?: ReactNode
}

function Box({ title, aside, children }: BoxProps) {
  const id = useId()
  return (
    <section className={styles.box} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>{title}</h3>
        {aside && <span>{aside}</span>}
      </div>
      {children}
    </section>
  )
}

interface CourseListProps {
  courses: readonly ReviewedCourse[]
  /** The course whose video is in the player. */
  playing: string | undefined
  onPlay: (courseId: string) => void
  /** Below the list. */
  children?: ReactNode
}

/** All courses of the playlist with their states. A press plays one. */
export function CourseList({ courses, playing, onPlay, children }: CourseListProps) {
  const open = courses.filter(isToDecide).length
  return (
    <Box title="Videos" aside={open > 0 ? `${courses.length}, ${open} to decide` : `${courses.length}`}>
      {courses.length === 0 && <p className={styles.none}>No courses yet in this playlist</p>}
      <ol className={styles.courses}>
        {courses.map((course, index) => (
          <li key={course._id}>
            <button
              type="button"
              aria-current={course._id === playing || undefined}
              onClick={() => onPlay(course._id)}
            >
              <span className="sr">Play</span> <span className={styles.number}>{index + 1}</span>{' '}
              <bdi className={styles.title}>{course.title}</bdi>{' '}
              <span className={styles.length}>
                {course.durationSeconds === null ? '–' : formatTime(course.durationSeconds)}
              </span>
              <State course={course} />
            </button>
          </li>
        ))}
      </ol>
      {children}
    </Box>
  )
}

const ICONS = {
  draft: 'edit',
  pending: 'clock',
  processing: 'circle-dashed',
  approved: 'circle-check',
  cancel: 'circle-x',
} as const

function stateOf({ status, stage, revision }: ReviewedCourse): { tone: BadgeTone; word: string } {
  if (stage === 'draft') return STATE_WORDS.draft
  if (revision && isWaiting(revision.state)) return STATE_WORDS[revision.state]
  return { tone: status, word: OLD_WORDS[status] }
}

function State({ course }: { course: ReviewedCourse }) {
  const { tone, word } = stateOf(course)
  return (
    <small className={styles[tone]}>
      <Icon name={ICONS[tone]} size="sm" />
      {word}
      {isToDecide(course) && course.status === 'approved' && ' · edit of an approved video'}
    </small>
  )
}

const OLD_WORDS = {
  pending: 'Submitted',
  processing: 'In review',
  approved: 'Approved',
  cancel: 'Rejected',
} as const

/** The newest decisions about this teacher's items. */
export function LastDecisions({ revision }: { revision: FullRevision }) {
  const { teacher, lastDecisions = [] } = revision
  return (
    <Box
      title={`Last decisions on ${firstName(teacher.username)}`}
      aside={lastDecisions.length === 0 ? 'None' : undefined}
    >
      {lastDecisions.length > 0 && (
        <ul className={styles.decisions}>
          {lastDecisions.map(({ _id, to, admin, at, subject, reasons, message }) => (
            <li key={_id}>
              <Badge tone={STATE_WORDS[to].tone}>{STATE_WORDS[to].word}</Badge>
              <span className={styles.when}>
                {day(at)}
                {admin && (
                  <>
                    , <bdi>{admin.username}</bdi>
                  </>
                )}
                {admin === null && message === 'trusted' && ', automatically'}
              </span>
              <bdi className={styles.about}>{subject.title}</bdi>
              {reasons.length > 0 && (
                <span className={styles.when}>{reasons.map(({ text }) => text).join(' · ')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Box>
  )
}

/** The open reports about the item. Admins decide about them at /admin/reports. */
export function Reports({ revision: { reports = [] } }: { revision: FullRevision }) {
  return (
    <Box title="Reports" aside={reports.length === 0 ? 'None' : undefined}>
      {reports.length > 0 && (
        <>
          <ul className={styles.decisions}>
            {reports.map(({ _id, reason, text, createdAt, reporter }) => (
              <li key={_id}>
                <b className={styles.reason}>{reason}</b>
                <span className={styles.when}>
                  {day(createdAt)}
                  {reporter && (
                    <>
                      , <bdi>{reporter.username}</bdi>
                    </>
                  )}
                </span>
                {text && <bdi className={styles.about}>{text}</bdi>}
              </li>
            ))}
          </ul>
          <div className={styles.foot}>
            <TextLink to="/admin/reports">Decide about reports</TextLink>
          </div>
        </>
      )}
    </Box>
  )
}

interface OtherItemsProps {
  revision: FullRevision
  addressOf: (revisionId: string) => string
  onOpen: (revisionId: string) => void
}

/** What else of this teacher waits. */
export function OtherItems({ revision, addressOf, onOpen }: OtherItemsProps) {
  const { teacher, otherItems = [] } = revision
  if (otherItems.length === 0) return null
  return (
    <Box title={`Also from ${firstName(teacher.username)}`} aside={String(otherItems.length)}>
      <ul className={styles.others}>
        {otherItems.map((item) => (
          <li key={item._id}>
            <Link
              to={addressOf(item._id)}
              replace
              viewTransition={false}
              preventScrollReset
              onClick={() => onOpen(item._id)}
            >
              <bdi>{item.subject.title}</bdi>
              <span>{versionText(item)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Box>
  )
}
