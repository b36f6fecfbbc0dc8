import { type SqlBool, sql } from 'kysely'
import { LIKES_SENT_MAX } from '#contract/courses.ts'
import type { Db } from '#server/core/db/database.ts'
import { type Given, prepared } from '#server/core/db/prepared.ts'
import { newId } from '#server/core/ids.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { courseSeen } from '#server/core/visibility.ts'

type Asked = Given<{ id: string; courseId: string; viewerId: string; isAdmin: number; liked: number }>

/** The course, if the viewer may see it. Locked like everywhere: the person, then the course (core/db/locks.ts). */
const seenIn = (db: Db, given: Asked) =>
  db
    .with('viewer', (viewer) =>
      viewer
        .selectFrom('users')
        .select('users.id')
        .where('users.id', '=', given.value('viewerId'))
        .modifyEnd(sql`for key share`),
    )
    .with('seen', (seen) =>
      courseSeen(seen, {
        courseId: given.value('courseId'),
        viewerId: given.value('viewerId'),
        isAdmin: given.value('isAdmin'),
      }).where(sql<SqlBool>`exists (select from viewer)`),
    )

const movedIn = (db: Db, given: Asked) =>
  seenIn(db, given)
    .with('came', (came) =>
      came
        .insertInto('likes')
        .columns(['id', 'course_id', 'user_id'])
        .expression(({ selectFrom }) =>
          selectFrom('seen')
            .select([
              given.value('id').as('id'),
              'seen.id as course_id',
              given.value('viewerId').as('user_id'),
            ])
            .where(given.value('liked'), '=', 1),
        )
        .onConflict((conflict) => conflict.columns(['course_id', 'user_id']).doNothing())
        .returning('id'),
    )
    .with('gone', (gone) =>
      gone
        .deleteFrom('likes')
        .using('seen')
        .whereRef('likes.course_id', '=', 'seen.id')
        .where('likes.user_id', '=', given.value('viewerId'))
        .where(given.value('liked'), '=', 0)
        .returning('likes.id'),
    )

/** As they were before the statement: the viewer's own is there still, or not yet. */
const newestBefore = (db: Db, given: Asked) =>
  db
    .selectFrom(
      db
        .selectFrom('likes')
        .select('likes.user_id')
        .where('likes.course_id', '=', given.value('courseId'))
        .orderBy('likes.id', 'desc')
        .limit(LIKES_SENT_MAX + 1)
        .as('newest'),
    )
    .select(({ fn, ref, val }) =>
      fn<string | null>('string_agg', [ref('newest.user_id'), val(',')]).as('ids'),
    )

const setAtOnce = prepared((db, given: Asked) =>
  movedIn(db, given)
    .updateTable('courses')
    .from('seen')
    .whereRef('courses.id', '=', 'seen.id')
    .set(({ eb, selectFrom }) => {
      const come = selectFrom('came').select(({ fn }) => fn.countAll<number>().as('n'))
      const went = selectFrom('gone').select(({ fn }) => fn.countAll<number>().as('n'))
      return { likes_count: eb(eb('likes_count', '+', come), '-', went) }
    })
    .returning(({ selectFrom }) => [
      'courses.likes_count',
      selectFrom('came')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('came'),
      selectFrom('gone')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('gone'),
      newestBefore(db, given).as('newest'),
    ]),
)

export interface LikeSet {
  /** How many rows came or went. */
  rows: number
  /** The newest who like the course now, the newest first. */
  likes: string[]
  likesCount: number
}

/**
 * On PostgreSQL, a like given or taken back: the row and its count in one statement, which is all or nothing by itself
 * and goes there and back once (decision 27). Nothing for a course that is hidden from the viewer.
 */
export async function setLikeAtOnce(
  db: Db,
  viewer: Viewer,
  { courseId, liked }: { courseId: string; liked: boolean },
): Promise<LikeSet | undefined> {
  const [course] = await setAtOnce(db, {
    id: newId(),
    courseId,
    viewerId: viewer.id,
    isAdmin: viewer.isAdmin ? 1 : 0,
    liked: liked ? 1 : 0,
  })
  if (!course) return undefined
  const { came, gone, newest, likes_count: likesCount } = course
  const before = newest?.split(',') ?? []
  const likes = came ? [viewer.id, ...before] : before.filter((id) => liked || id !== viewer.id)
  return { rows: (came ?? 0) + (gone ?? 0), likes: likes.slice(0, LIKES_SENT_MAX), likesCount }
}
