import { transaction } from '#server/core/db/database.ts'
import { lockToChange, lockToStay } from '#server/core/db/locks.ts'
import type { House } from '#server/core/house.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { visibleCourse } from '#server/core/visibility.ts'
import { deleteLike, insertLike, moveLikesCount, readNewestLikes } from './likes.queries.ts'

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
 * the same moment; watchers hear of it only when it moved. Throws the `not_found` Refusal for a course that is hidden
 * from them.
 */
export async function setLike(
  { db, events }: Pick<House, 'db' | 'events'>,
  viewer: Viewer,
  { courseId, liked }: Wish,
): Promise<Likes> {
  return transaction(db, async (trx, after) => {
    // Two taps at once are one after the other: the second takes back what the first gave.
    if (liked === undefined) await lockToChange(trx, 'courses', { id: courseId })
    else await lockToStay(trx, 'courses', { id: courseId })
    await visibleCourse(trx, viewer, { courseId })
    const like = { courseId, userId: viewer.id }
    const gone = liked === true ? 0 : await deleteLike(trx, like)
    const isLiked = liked ?? gone === 0
    const come = isLiked ? await insertLike(trx, like) : 0
    const likesCount = await moveLikesCount(trx, courseId, come - gone)
    if (come !== gone) after(() => events.publish({ type: 'likes.changed', courseId, likesCount }))
    return { isLiked, likes: await readNewestLikes(trx, like), likesCount }
  })
}
