import type { ComponentType, ReactNode, RefObject } from 'react'
import { COMMENT_TEXT } from '#contract/comments/comment-text.ts'
import type { Comment, Thread } from '#contract/comments/comments.ts'
import { formatTime } from '#contract/format.ts'
import { COMMENT_HIDDEN } from '#contract/reports/report-messages.ts'
import { COMMENT_REMOVED } from '#contract/watching-messages.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { TimedComposer } from '#web/ui/form/timed-composer.tsx'
import { useTextEditing } from '#web/ui/form/use-text-editing.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import type { MenuItem } from '#web/ui/overlay/menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { TimeLink } from '#web/ui/text/time-link.tsx'
import { COMMENT_PLACEHOLDER } from './comment-form.tsx'
import styles from './comment-item.module.css'
import { CommentLikes } from './comment-likes.tsx'
import { CommentQuote, CommentWords, profileOf } from './comment-words.tsx'
import { useEditComment } from './comments.queries.ts'
import { Mentioning, useMentioned } from './mentioning.tsx'
import { isSending } from './threads.ts'
import { commentElementId } from './use-named-comment.ts'

/** The menu of another user's comment: the screen adds Report to these actions. */
export type CommentMenu = ComponentType<{
  subject: { kind: 'comment'; id: string; name: string; ownerId: string }
  items: readonly MenuItem[]
}>

/** The props that every comment of a course needs. */
export interface CommentContext {
  /** The comment that the address names. */
  named?: string | undefined
  /** Opens the dialog that confirms the removal. */
  onRemove: (comment: Comment | Thread) => void
  Menu: CommentMenu
}

interface CommentItemProps {
  comment: Comment | Thread
  /** The thread of a reply. */
  thread?: Thread
  context: CommentContext
  /** The actions below the text. */
  children?: ReactNode
}

/** Makes the comment that the address names focusable, and marks it. */
function placeOf({ _id }: Pick<Comment, '_id'>, named: string | undefined) {
  return { id: commentElementId(_id), ...(named === _id && { tabIndex: -1, 'data-named': true }) }
}

/** View and edit mode. Only the user's own comments can be edited. */
export function CommentItem({ comment, thread, context, children }: CommentItemProps) {
  const { named, onRemove, Menu } = context
  const viewer = useCurrentUser()
  const text = useTextEditing('comment', comment._id, comment.text)
  const edit = useEditComment(comment, text.draft.remove)
  const isMine = viewer !== null && viewer._id === comment.user?._id
  const saved = !isSending(comment)
  const isAnswer = thread?.answeredBy === comment._id

  if (comment.user === null) return <RemovedComment text={comment.text} />
  return (
    <div
      {...placeOf(comment, named)}
      className={classNames(styles.comment, thread && styles.reply, isAnswer && styles.answer)}
      aria-busy={!saved || edit.isPending || undefined}
    >
      <Avatar user={comment.user} size={thread ? 32 : 40} />
      <div className={styles.main}>
        <div className={styles.top}>
          <Link to={profileOf(comment.user)} className={styles.name} dir="auto">
            {comment.user.username}
          </Link>
          <CommentBadges {...{ comment, thread, isMine }} />
          <time className="num" dateTime={comment.createdAt}>
            {comment.createdAt.slice(0, 10)}
          </time>
        </div>
        {saved && !text.editing && (
          <span className={styles.tools}>
            {isMine ? (
              <OwnTools
                editButton={text.editButton}
                isSaving={edit.isPending}
                onEdit={text.open}
                onRemove={() => onRemove(comment)}
              />
            ) : (
              <OthersMenu {...{ comment, onRemove, Menu }} />
            )}
          </span>
        )}
        {text.editing ? (
          <CommentEditor comment={comment} text={text} edit={edit} />
        ) : (
          <div className={styles.body}>
            <HiddenNote comment={comment} />
            <CommentQuote comment={comment} />
            <CommentWords comment={comment} />
          </div>
        )}
        {saved && !text.editing && (
          <div className={styles.actions}>
            <CommentLikes comment={comment} isMine={isMine} />
            {children}
          </div>
        )}
      </div>
    </div>
  )
}

interface CommentEditorProps {
  comment: Comment | Thread
  text: ReturnType<typeof useTextEditing>
  edit: ReturnType<typeof useEditComment>
}

/** The form that changes a comment in its place. The new text shows at once. */
function CommentEditor({ comment, text, edit }: CommentEditorProps) {
  const { editing, draft, composer, close, reopen } = text
  const mentioned = useMentioned(comment.mentions)
  return (
    <TimedComposer
      key={draft.version}
      {...composer}
      className={styles.editor}
      rule={COMMENT_TEXT}
      label="Edit your comment"
      placeholder={COMMENT_PLACEHOLDER}
      first={editing}
      isPending={edit.isPending}
      onSend={({ text }) => {
        close()
        edit.mutate({ text, people: mentioned.people() }, { onError: (error) => reopen(text, error) })
      }}
    >
      <Mentioning form={composer.form} onChoose={mentioned.choose} />
      <DraftLine draft={draft} />
      <Button onClick={composer.onCancel}>Cancel</Button>
      <Button type="submit" variant="primary">
        Save
      </Button>
    </TimedComposer>
  )
}

function HiddenNote({ comment }: { comment: Comment | Thread }) {
  if (!comment.hidden) return null
  return (
    <p className={styles.hidden}>
      Reported: only its author and admins see this comment until an admin has decided.
    </p>
  )
}

interface OwnToolsProps {
  editButton: RefObject<HTMLButtonElement | null>
  isSaving: boolean
  onEdit: () => void
  onRemove: () => void
}

function OwnTools({ editButton, isSaving, onEdit, onRemove }: OwnToolsProps) {
  return (
    <>
      <Button ref={editButton} variant="ghost" size="sm" busy={isSaving && 'Saving...'} onClick={onEdit}>
        <Icon name="edit" />
        Edit
      </Button>
      <Button variant="ghost" size="sm" onClick={onRemove}>
        <Icon name="trash" />
        Delete
      </Button>
    </>
  )
}

interface OthersMenuProps extends Pick<CommentContext, 'onRemove' | 'Menu'> {
  comment: Comment | Thread
}

/** The menu of another user's comment. The teacher of the course and admins can delete it. */
function OthersMenu({ comment, onRemove, Menu }: OthersMenuProps) {
  const { teacher } = useWatch().course
  const viewer = useCurrentUser()
  const { _id: id, user } = comment
  if (user === null) return null
  const remove = {
    label: 'Delete comment',
    icon: <Icon name="trash" />,
    danger: true,
    run: () => onRemove(comment),
  }
  const mayRemove = viewer !== null && (viewer.isAdmin || viewer._id === teacher._id)
  return (
    <Menu
      subject={{ kind: 'comment', id, name: `comment of ${user.username}`, ownerId: user._id }}
      items={mayRemove ? [remove] : []}
    />
  )
}

/** The placeholder for a comment with replies that was removed or that reports hide. */
function RemovedComment({ text }: { text: string }) {
  return (
    <div className={styles.comment}>
      <Avatar user={undefined} size={40} />
      <p className={styles.removed}>{text === COMMENT_HIDDEN ? COMMENT_HIDDEN : COMMENT_REMOVED}</p>
    </div>
  )
}

interface CommentBadgesProps {
  comment: Comment | Thread
  /** The thread of a reply. */
  thread?: Thread | undefined
  isMine: boolean
}

/** Badges for the role of the author and the kind of comment. */
function CommentBadges({ comment, thread, isMine }: CommentBadgesProps) {
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
          <Icon name="pin" />
          Pinned
        </Badge>
      )}
      {at === null && question && (
        <Badge tone="outline">
          <Icon name="question" />
          Question
        </Badge>
      )}
      {at !== null && hasBadgeOfSecond(comment) && (
        <TimeLink at={at} pill onSeek={player.seek}>
          {question ? <Icon name="question" /> : <Icon name="play" />}
          {question ? 'Question at' : 'At'} {formatTime(at)}
        </TimeLink>
      )}
    </>
  )
}

/** The second of a quote stands beside its words. */
const hasBadgeOfSecond = ({ question, quote }: Comment | Thread) => question || quote === null

type Tone = 'brand' | 'outline' | 'approved' | 'neutral'

function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>
}
