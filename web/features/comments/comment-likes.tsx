import type { Comment, Thread } from '#contract/comments/comments.ts'
import { formatCount } from '#contract/format.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './comment-likes.module.css'
import { useLikeComment } from './comments.queries.ts'

interface CommentLikesProps {
  comment: Comment | Thread
  isMine: boolean
}

/** Nobody can like their own comment, or one that reports hide. */
export function CommentLikes({ comment, isMine }: CommentLikesProps) {
  return isMine || comment.hidden ? <LikesCount comment={comment} /> : <LikeButton comment={comment} />
}

/** A heart with the number of likes. */
function LikeButton({ comment }: { comment: Comment | Thread }) {
  const { mutate, isPending } = useLikeComment(comment)
  const { liked = false, likesCount } = comment
  return (
    <Button
      variant="ghost"
      size="sm"
      className={styles.like}
      aria-pressed={liked}
      aria-label={`Like, ${formatCount(likesCount)}`}
      onClick={() => {
        if (!isPending) mutate(!liked)
      }}
    >
      <Icon name={liked ? 'heart-filled' : 'heart'} />
      <span className="num">{likesCount === 0 ? 'Like' : formatCount(likesCount)}</span>
    </Button>
  )
}

function LikesCount({ comment: { likesCount } }: { comment: Comment | Thread }) {
  if (likesCount === 0) return null
  return (
    <span className={styles.likes}>
      <Icon name="heart" />
      <span className="num">{formatCount(likesCount)}</span>
      <span className="sr">{likesCount === 1 ? 'like' : 'likes'}</span>
    </span>
  )
}
