import type { ReactNode } from 'react'
import { formatMinutes } from '#contract/format.ts'
import type { FullRevision } from '#contract/review/review.ts'
import { reviewedBy } from '#contract/review/review-messages.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import { formatClock } from '#web/ui/text/format.ts'
import styles from './item-head.module.css'
import { dayAndTime, STATE_WORDS, versionText, videoCount } from './words.ts'

/** What the item is, whose it is and who holds it. */
export function ItemHead({ revision, claim }: { revision: FullRevision; claim: ReactNode }) {
  const { subject, content, teacher, category, submittedAt } = revision
  const isHidden = subject.kind === 'course' && subject.playlist.isPlaylistApproved !== 'approved'
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <CategoryLabel category={category} />
        <span>· {versionText(revision)}</span>
        <span className={styles.claim}>{claim}</span>
      </div>
      <h2 id="item-title" tabIndex={-1} dir="auto">
        {content.title}
      </h2>
      <div className={styles.meta}>
        <span className={styles.teacher}>
          <Avatar user={teacher} size={26} />
          <bdi>{teacher.username}</bdi>
        </span>
        {submittedAt && <span>Submitted {dayAndTime(submittedAt)}</span>}
        {subject.kind === 'playlist' && <span>{lengthText(revision)}</span>}
        <TextLink to={viewAddress(subject)} inline>
          Status form
        </TextLink>
      </div>
      {isHidden && (
        <p className={styles.hidden}>
          Its playlist “<bdi>{subject.playlist.title}</bdi>” is not approved, so this video stays hidden until
          it is.
        </p>
      )}
    </header>
  )
}

/** The older screen with the four statuses. */
const viewAddress = ({ kind, _id, playlist }: FullRevision['subject']) =>
  kind === 'playlist' ? `/admin/playlist-view/${_id}` : `/admin/course-view/${playlist._id}/${_id}`

/** `12 videos, 2 h 01 min` */
function lengthText({ courses }: FullRevision): string {
  const seconds = courses.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  return seconds === 0
    ? videoCount(courses.length)
    : `${videoCount(courses.length)}, ${formatMinutes(seconds)}`
}

interface ClaimTextProps {
  claim: FullRevision['claim']
  adminId: string
  onTakeOver: () => void
}

/** The claim on the open item. A claim blocks no decision. */
export function ClaimText({ claim, adminId, onTakeOver }: ClaimTextProps) {
  if (claim === null) return null
  if (claim.admin._id === adminId) return <span>You hold this until {formatClock(claim.until)}</span>
  return (
    <>
      <span role="status">{reviewedBy(claim.admin.username)}</span>
      <Button size="sm" onClick={onTakeOver}>
        Take over
      </Button>
    </>
  )
}

/** What became of an item that does not wait any more: `Approved by Anna. There is nothing to decide.` */
export function Outcome({ revision: { state, decisions } }: { revision: FullRevision }) {
  const last = decisions.at(-1)
  return (
    <p className={styles.outcome}>
      {STATE_WORDS[state].word}
      {last?.admin && (
        <>
          {' '}
          by <bdi>{last.admin.username}</bdi>
        </>
      )}
      . There is nothing to decide.
    </p>
  )
}
