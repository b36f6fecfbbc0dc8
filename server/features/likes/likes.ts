import { LIKES_SENT_MAX } from '#contract/courses.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { visibleCourse } from '#server/features/playlists/visibility.ts'
import { type CountedLikes, deleteLike, insertLike, type Like, moveLikesCount } from './likes.queries.ts'

interface Wish {
  courseId: string
  /** What shall be; without it, the opposite of what is. */
  liked: boolean | undefined
}

interface Likes {
  isLiked: boolean
  likes: string[]
  likesCount: number
}

/**
 * Sets or toggles one person's like. The count moves by the rows that came or went, so it stays exact whoever likes at
 * the same moment; watchers hear of it only when it moved. Throws the `not_found` AppError for a course that is hidden
 * from them.
 */
export async function setLike(
  { db, events }: Pick<AppContext, 'db' | 'events'>,
  viewer: Viewer,
  { courseId, liked }: Wish,
): Promise<Likes> {
  return transaction(db, async (trx, after) => {
    // Two taps at once are one after the other: the second takes back what the first gave.
    await visibleCourse(trx, viewer, { courseId, held: liked === undefined ? 'change' : 'stay' })
    const like = { courseId, userId: viewer.id }
    const added = liked === false ? undefined : await add(trx, like)
    const isLiked = liked ?? added?.rows === 1
    const { rows, likes, likesCount } = added && isLiked ? added : await remove(trx, like)
    if (rows > 0) after(() => events.publish({ type: 'likes.changed', courseId, likesCount }))
    return { isLiked, likes, likesCount }
  })
}

/** One's own like takes the place of the oldest that is sent when it is older still. */
function withOwn(newest: string[], own: string): string[] {
  return newest.length < LIKES_SENT_MAX || newest.includes(own) ? newest : [...newest.slice(0, -1), own]
}

interface Moved extends CountedLikes {
  /** How many came or went. */
  rows: number
}

async function add(trx: Db, like: Like): Promise<Moved> {
  const rows = await insertLike(trx, { ...like, id: newId() })
  const { likes, likesCount } = await moveLikesCount(trx, like.courseId, rows)
  return { rows, likes: withOwn(likes, like.userId), likesCount }
}

async function remove(trx: Db, like: Like): Promise<Moved> {
  const rows = await deleteLike(trx, like)
  return { rows, ...(await moveLikesCount(trx, like.courseId, -rows)) }
}
