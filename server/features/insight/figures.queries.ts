import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { IS_PUBLIC_COURSE } from '#server/features/catalog/playlists/visibility.queries.ts'

/** Each teacher stores how much of theirs is public, and an index holds only those with a public playlist. */
const findPublished = prepared((db) =>
  db
    .selectFrom('users')
    .select(({ fn, val }) => [
      fn.countAll<number>().as('teachers'),
      fn.coalesce(fn.sum<number>('approved_courses_count'), val(0)).as('videos'),
    ])
    .where('approved_playlists_count', '>', sql.lit(0)),
)

/** How many teachers have a public playlist, and how many public videos there are. */
export async function countPublished(db: Db): Promise<{ teachers: number; videos: number }> {
  const [counted] = await findPublished(db, {})
  return counted ?? { teachers: 0, videos: 0 }
}

type OfUser = Params<{ userId: string }>

const countLikes = prepared((db, params: OfUser) =>
  db
    .selectFrom('likes')
    .innerJoin('courses', 'courses.id', 'likes.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('likes.user_id', '=', params.value('userId'))
    .where(IS_PUBLIC_COURSE),
)

const countComments = prepared((db, params: OfUser) =>
  db
    .selectFrom('comments')
    .innerJoin('courses', 'courses.id', 'comments.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('comments.user_id', '=', params.value('userId'))
    .where('comments.removed_at', 'is', null)
    .where('comments.hidden_at', 'is', null)
    .where(IS_PUBLIC_COURSE),
)

const findSaves = prepared((db, params: OfUser) =>
  db.selectFrom('users').select('saves_count as n').where('id', '=', params.value('userId')),
)

/** What a person has liked and written where everybody sees it, and how many playlists they saved. */
export async function countOfUser(
  db: Db,
  userId: string,
): Promise<{ liked: number; comments: number; saved: number }> {
  const counts = await Promise.all(
    [countLikes, countComments, findSaves].map((count) => count(db, { userId })),
  )
  const [liked = 0, comments = 0, saved = 0] = counts.map(([row]) => row?.n ?? 0)
  return { liked, comments, saved }
}

const sumWatched = prepared((db, params: OfUser) =>
  db
    .selectFrom('progress')
    .select(({ fn, val }) => [
      fn.count<number>('done_at').as('done'),
      fn.coalesce(fn.sum<number>('watched_s'), val(0)).as('seconds'),
    ])
    .where('user_id', '=', params.value('userId')),
)

const countNotes = prepared((db, params: OfUser) =>
  db
    .selectFrom('notes')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', params.value('userId')),
)

/** The videos that a user has done, the minutes of video that they have watched, and their notes. */
export async function countLearned(
  db: Db,
  userId: string,
): Promise<{ done: number; minutes: number; notes: number }> {
  const [[watched], [noted]] = await Promise.all([sumWatched(db, { userId }), countNotes(db, { userId })])
  return {
    done: watched?.done ?? 0,
    minutes: Math.floor((watched?.seconds ?? 0) / 60),
    notes: noted?.n ?? 0,
  }
}
