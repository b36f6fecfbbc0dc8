import { type ReactNode, useId } from 'react'
import { countOf, formatTime } from '#contract/format.ts'
import type { DecisionState } from '#contract/review/decisions.ts'
import { FIELD_NAMES } from '#contract/review/reviewed-fields.ts'
import type { FormerRound, Round } from '#contract/review/rounds.ts'
import { Badge, type BadgeTone } from '#web/ui/feedback/badge.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { comparisonOf, type View } from './compare.ts'
import styles from './rail.module.css'
import type { UnsentNotes } from './unsent-notes.ts'
import { firstName, isWaiting, STATE_WORDS } from './words.ts'

type ReviewedCourse = Round['courses'][number]

interface RailProps {
  round: Round
  unsent: UnsentNotes
  view: View
  /** There is something to decide. */
  isOpen: boolean
  /** The course whose video is in the player. */
  playing: string | undefined
  onPlay: (courseId: string) => void
  onOpen: (id: string) => void
}

/** What helps to decide, beside the round. */
export function Rail(props: RailProps) {
  return (
    <div className={styles.rail}>
      <CourseList {...props} />
      <FormerRounds round={props.round} />
      <LastDecisions round={props.round} />
      <Reports round={props.round} />
      <OtherItems {...props} />
    </div>
  )
}

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

/** All courses of the playlist with their states. A press plays one; those of the round can get a decision of their own. */
function CourseList({ round, unsent, view, isOpen, playing, onPlay }: RailProps) {
  const { courses, videos, playlist } = round
  const inside = new Map(videos.map((version) => [version.subject._id, version]))
  const mayDiffer = isOpen && videos.length + (playlist ? 1 : 0) > 1
  return (
    <Box title="Videos" aside={`${courses.length}, ${inside.size} in this round`}>
      {courses.length === 0 && <p className={styles.none}>No courses yet in this playlist</p>}
      <ol className={styles.courses}>
        {courses.map((course, index) => {
          const version = inside.get(course._id)
          return (
            <li key={course._id}>
              <button
                type="button"
                aria-current={course._id === playing || undefined}
                onClick={() => onPlay(course._id)}
              >
                <span className="sr">Play</span> <span className={styles.number}>{index + 1}</span>{' '}
                <bdi className={styles.title}>{version?.content.title ?? course.title}</bdi>{' '}
                <span className={styles.length}>
                  {course.durationSeconds === null ? '–' : formatTime(course.durationSeconds)}
                </span>
                <State
                  course={course}
                  details={[...(version ? changedIn(version, view) : []), ...notesAbout(unsent, course._id)]}
                />
              </button>
              {mayDiffer && version && (
                <OwnDecision
                  title={course.title}
                  state={unsent.own.get(course._id)}
                  onDecide={(state) => unsent.decide(course._id, state)}
                />
              )}
            </li>
          )
        })}
      </ol>
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
  if (revision && isWaiting(revision.state))
    return { tone: STATE_WORDS[revision.state].tone, word: 'In this round' }
  return { tone: status, word: OLD_WORDS[status] }
}

function State({ course, details }: { course: ReviewedCourse; details: readonly string[] }) {
  const { tone, word } = stateOf(course)
  return (
    <small className={styles[tone]}>
      <Icon name={ICONS[tone]} size="sm" />
      {[word, ...details].join(' · ')}
    </small>
  )
}

/** `title and video changed` */
function changedIn(version: Round['videos'][number], view: View): string[] {
  const names = comparisonOf(version, view)?.changes.map((field) => FIELD_NAMES[field].toLowerCase()) ?? []
  return names.length === 0 ? [] : [`${new Intl.ListFormat('en-GB').format(names)} changed`]
}

function notesAbout({ notes }: UnsentNotes, courseId: string): string[] {
  const count = notes.filter(({ itemId }) => itemId === courseId).length
  return count === 0 ? [] : [countOf(count, 'note')]
}

const OWN_DECISIONS: readonly { value: DecisionState; label: string }[] = [
  { value: 'approved', label: 'Approve' },
  { value: 'changes', label: 'Request changes' },
  { value: 'rejected', label: 'Reject' },
]

interface OwnDecisionProps {
  title: string
  state: DecisionState | undefined
  onDecide: (state: DecisionState | undefined) => void
}

/** Decides about one video in another way than about the round. */
function OwnDecision({ title, state, onDecide }: OwnDecisionProps) {
  return (
    <select
      className={styles.own}
      aria-label={`Decision about ${title}`}
      value={state ?? ''}
      data-set={state !== undefined || undefined}
      onChange={({ currentTarget }) =>
        onDecide(OWN_DECISIONS.find(({ value }) => value === currentTarget.value)?.value)
      }
    >
      <option value="">Decided with the round</option>
      {OWN_DECISIONS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

const OLD_WORDS = {
  pending: 'Submitted',
  processing: 'In review',
  approved: 'Approved',
  cancel: 'Rejected',
} as const

/** The rounds since the last approval. */
function FormerRounds({ round: { rounds } }: { round: Round }) {
  if (rounds.length === 0) return null
  return (
    <Box title="Rounds">
      <ul className={styles.decisions}>
        {rounds.map((former) => (
          <li key={former._id}>
            <Badge tone={STATE_WORDS[former.state].tone}>{STATE_WORDS[former.state].word}</Badge>
            <span className={styles.when}>
              Round {former.number} · <RelativeTime at={former.decidedAt ?? former.submittedAt} />
              {former.decision?.admin && (
                <>
                  , <bdi>{former.decision.admin.username}</bdi>
                </>
              )}
            </span>
            {wordsOf(former).map((text) => (
              <span key={text} className={styles.about} dir="auto">
                {text}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Box>
  )
}

/** What the teacher wrote to the reviewer, then the reasons and the message of the decision. */
function wordsOf({ message, decision, notes }: FormerRound): string[] {
  const reasons = decision?.reasons.map(({ text }) => text) ?? []
  return [
    ...(message === '' ? [] : [`To the reviewer: ${message}`]),
    [...reasons, ...(notes.length > 0 ? [countOf(notes.length, 'note')] : [])].join(' · '),
    decision?.message ?? '',
  ].filter((text) => text !== '')
}

/** The newest decisions about this teacher's items. */
function LastDecisions({ round }: { round: Round }) {
  const { teacher, lastDecisions = [] } = round
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
                <RelativeTime at={at} />
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
function Reports({ round: { reports = [] } }: { round: Round }) {
  return (
    <Box title="Reports" aside={reports.length === 0 ? 'None' : undefined}>
      {reports.length > 0 && (
        <>
          <ul className={styles.decisions}>
            {reports.map(({ _id, reason, text, createdAt, reporter }) => (
              <li key={_id}>
                <b className={styles.reason}>{reason}</b>
                <span className={styles.when}>
                  <RelativeTime at={createdAt} />
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

/** The other playlists of this teacher of which something waits. */
function OtherItems({ round, onOpen }: Pick<RailProps, 'round' | 'onOpen'>) {
  const { teacher, subject, otherItems = [] } = round
  const others = new Map(otherItems.map((item) => [item.subject.playlist._id, item]))
  others.delete(subject._id)
  if (others.size === 0) return null
  return (
    <Box title={`Also from ${firstName(teacher.username)}`} aside={String(others.size)}>
      <ul className={styles.others}>
        {[...others.values()].map((item) => (
          <li key={item._id}>
            <Link
              to={`/admin/review?item=${item._id}`}
              replace
              viewTransition={false}
              preventScrollReset
              onClick={() => onOpen(item._id)}
            >
              <bdi>{item.subject.playlist.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Box>
  )
}
