import { transaction } from '#server/core/db/database.ts'
import type { House } from '#server/core/house.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { visibleCourse } from '#server/core/visibility.ts'
import { deleteLike, insertLike, moveLikesCount } from './likes.queries.ts'

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
    await visibleCourse(trx, viewer, { courseId, held: liked === undefined ? 'change' : 'stay' })
    const like = { courseId, userId: viewer.id }
    const come = liked === false ? 0 : await insertLike(trx, like)
    const isLiked = liked ?? come > 0
    const gone = isLiked ? 0 : await deleteLike(trx, like)
    const { likes, likesCount } = await moveLikesCount(trx, like, come - gone)
    if (come !== gone) after(() => events.publish({ type: 'likes.changed', courseId, likesCount }))
    return { isLiked, likes, likesCount }
  })
}
