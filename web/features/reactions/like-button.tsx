import type { Course } from '#contract/catalog/courses.ts'
import { formatCount } from '#contract/format.ts'
import { LOGIN_TO_LIKE } from '#contract/watching-messages.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './like-button.module.css'
import { useLikeCourse } from './likes.queries.ts'

/** Like, Liking during the request, Liked if the user likes the course. */
export function LikeButton({ course }: { course: Course }) {
  const user = useCurrentUser()
  const like = useLikeCourse(course._id, user?._id)
  const liked = user !== null && course.likes.includes(user._id)

  function press(): void {
    // A stored user without a token is not logged in.
    if (!user?.token) notify.error(LOGIN_TO_LIKE, { timeout: SCREEN_TOAST_MS })
    else like.mutate(!liked)
  }

  return (
    <div className={styles.likes}>
      <span className="num">{likesText(course.likesCount)}</span>
      <Button
        className={styles.button}
        variant={liked ? 'done' : 'default'}
        busy={like.isPending && 'Liking'}
        title={liked ? 'Take the like back' : undefined}
        onClick={press}
      >
        <Icon name={liked ? 'heart-filled' : 'heart'} />
        {liked ? 'Liked' : 'Like'}
      </Button>
      <span className="sr" role="status">
        {like.isSuccess && liked ? 'Liked' : ''}
      </span>
    </div>
  )
}

const likesText = (likes: number) => `${formatCount(likes)} ${likes === 1 ? 'like' : 'likes'}`
