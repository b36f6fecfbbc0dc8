import { LIKES_SENT_MAX } from '#contract/courses.ts'
import { type Db, transaction, withSecondChance } from '#server/core/db/database.ts'
import { isPostgres } from '#server/core/db/dialect.ts'
import type { House } from '#server/core/house.ts'
import { newId } from '#server/core/ids.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { COURSE_NOT_FOUND, visibleCourse } from '#server/core/visibility.ts'
import { setLikeAtOnce } from './like-at-once.queries.ts'
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
 * the same moment; watchers hear of it only when it moved. Throws the `not_found` Refusal for a course that is hidden
 * from them.
 */
export async function setLike(
  house: Pick<House, 'db' | 'events'>,
  viewer: Viewer,
  { courseId, liked }: Wish,
): Promise<Likes> {
  if (liked === undefined || !isPostgres(house.db))
    return setInTransaction(house, viewer, { courseId, liked })
  const set = await withSecondChance(() => setLikeAtOnce(house.db, viewer, { courseId, liked }))
  if (!set) throw new Refusal('not_found', COURSE_NOT_FOUND)
  const { rows, likes, likesCount } = set
  if (rows > 0) house.events.publish({ type: 'likes.changed', courseId, likesCount })
  return { isLiked: liked, likes: liked ? withOwn(likes, viewer.id) : likes, likesCount }
}

async function setInTransaction(
  { db, events }: Pick<House, 'db' | 'events'>,
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

/** The count moves by the row that comes, if it does: neither waits for the answer to the other. */
async function add(trx: Db, like: Like): Promise<Moved> {
  const id = newId()
  const [rows, { likes, likesCount }] = await Promise.all([
    insertLike(trx, { ...like, id }),
    moveLikesCount(trx, like, { came: id, gone: 0 }),
  ])
  return { rows, likes: withOwn(likes, like.userId), likesCount }
}

async function remove(trx: Db, like: Like): Promise<Moved> {
  const gone = await deleteLike(trx, like)
  return { rows: gone, ...(await moveLikesCount(trx, like, { came: '', gone })) }
}
