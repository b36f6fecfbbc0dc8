import type { ReactNode } from 'react'
import { formatMinutes } from '#contract/format.ts'
import { reviewedBy } from '#contract/review/review-messages.ts'
import type { Round } from '#contract/review/rounds.ts'
import { VisibilityChip } from '#web/features/catalog/visibility/visibility-chip.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import { formatClock } from '#web/ui/text/format.ts'
import { LongText } from '#web/ui/text/long-text.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './item-head.module.css'
import { versionsOf } from './round-decision.ts'
import { firstName, roundText, STATE_WORDS, videoCount } from './words.ts'

/** What the round is, whose it is, who holds it, and what its teacher wrote. */
export function ItemHead({ round, claim }: { round: Round; claim: ReactNode }) {
  const { subject, teacher, category, submittedAt, playlist, videos, version, message } = round
  const isHidden = playlist === null && subject.isPlaylistApproved !== 'approved'
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <CategoryLabel category={category} />
        <span>· {roundText({ isPlaylistWaiting: playlist !== null, videos: videos.length, version })}</span>
        <span className={styles.claim}>{claim}</span>
      </div>
      <h2 id="item-title" tabIndex={-1} dir="auto">
        {subject.title}
      </h2>
      <div className={styles.meta}>
        <span className={styles.teacher}>
          <Avatar user={teacher} size={26} />
          <bdi>{teacher.username}</bdi>
        </span>
        <span>
          Submitted <RelativeTime at={submittedAt} />
        </span>
        <span>{lengthText(round)}</span>
        {subject.visibility && <VisibilityChip visibility={subject.visibility} />}
        <TextLink to={viewAddress(round)} inline>
          Status form
        </TextLink>
      </div>
      {isHidden && (
        <p className={styles.hidden}>
          The playlist “<bdi>{subject.title}</bdi>” is not approved, so{' '}
          {videos.length === 1 ? 'this video stays' : 'these videos stay'} hidden until it is.
        </p>
      )}
      {message !== '' && (
        <div className={styles.message}>
          <LongText>{message}</LongText>
          <small>{firstName(teacher.username)}’s message to the reviewer</small>
        </div>
      )}
    </header>
  )
}

/** The older screen with the four statuses: of the playlist, or of the only video. */
function viewAddress({ playlist, videos, subject }: Round): string {
  const [video] = videos
  return playlist === null && videos.length === 1 && video
    ? `/admin/course-view/${subject._id}/${video.subject._id}`
    : `/admin/playlist-view/${subject._id}`
}

/** `12 videos, 2 h 01 min` */
function lengthText({ courses }: Round): string {
  const seconds = courses.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  return seconds === 0
    ? videoCount(courses.length)
    : `${videoCount(courses.length)}, ${formatMinutes(seconds)}`
}

interface ClaimTextProps {
  claim: Round['claim']
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

/** What became of a round of which nothing waits any more: `Approved by Anna. There is nothing to decide.` */
export function Outcome({ round }: { round: Round }) {
  const [version] = versionsOf(round)
  if (!version) return null
  const last = version.decisions.at(-1)
  return (
    <p className={styles.outcome}>
      {STATE_WORDS[version.state].word}
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
