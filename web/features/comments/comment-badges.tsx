import type { ReactNode } from 'react'
import type { Comment, Thread } from '#contract/comments/comments.ts'
import { formatTime } from '#contract/format.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, IconPath } from '#web/ui/picture/icon.tsx'
import { TimeLink } from '#web/ui/text/time-link.tsx'
import styles from './comment-badges.module.css'
import { PIN, QUESTION } from './comment-icons.ts'

interface CommentBadgesProps {
  comment: Comment | Thread
  /** The thread of a reply. */
  thread?: Thread | undefined
  isMine: boolean
}

/** Who wrote a comment, and what it is. */
export function CommentBadges({ comment, thread, isMine }: CommentBadgesProps) {
  const { course, player } = useWatch()
  const { user, question, at, answeredBy, pinned } = comment
  return (
    <>
      {isMine && <Badge tone="brand">You</Badge>}
      {user?._id === course.teacher._id && (
        <Badge tone="brand">
          <Icon name="school" />
          Teacher
        </Badge>
      )}
      {thread && user?._id === thread.user?._id && <Badge tone="outline">Author</Badge>}
      {thread?.answeredBy === comment._id && (
        <Badge tone="approved">
          <Icon name="check" />
          Answer
        </Badge>
      )}
      {answeredBy !== null && (
        <Badge tone="approved">
          <Icon name="check" />
          Answered
        </Badge>
      )}
      {pinned && (
        <Badge tone="neutral">
          <IconPath path={PIN} />
          Pinned
        </Badge>
      )}
      {at === null && question && (
        <Badge tone="outline">
          <IconPath path={QUESTION} />
          Question
        </Badge>
      )}
      {at !== null && (
        <TimeLink at={at} pill onSeek={player.seek}>
          {question ? <IconPath path={QUESTION} /> : <Icon name="play" />}
          {question ? 'Question at' : 'At'} {formatTime(at)}
        </TimeLink>
      )}
    </>
  )
}

type Tone = 'brand' | 'outline' | 'approved' | 'neutral'

function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>
}
