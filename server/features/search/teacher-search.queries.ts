import { sql } from 'kysely'
import type { FoundTeacher } from '#contract/search.ts'
import type { Db } from '#server/core/db/database.ts'
import { given } from '#server/core/db/dialect.ts'
import { beyond } from '#server/core/db/keyset.ts'
import type { TeacherName } from './teacher-names.queries.ts'

/** api.md, "Playlist": how many of its courses a playlist lists. */
const COURSES_IN_LIST = 100

function teachersByName(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'username_key'])
    .where('role', '=', 'Teacher')
    .orderBy('username_key')
    .orderBy('id')
}

/** One page of all teachers by name, one more than `limit`; `undefined` when the last one of the page before is gone. */
export async function listTeachers(
  db: Db,
  { limit, afterId }: { limit: number; afterId: string | undefined },
): Promise<TeacherName[] | undefined> {
  const page = teachersByName(db).limit(limit + 1)
  if (afterId === undefined) return page.execute()
  const last = await db
    .selectFrom('users')
    .select('username_key')
    .where('id', '=', afterId)
    .executeTakeFirst()
  if (!last) return undefined
  return page.where(beyond(['username_key', 'id'], 'asc', [last.username_key, afterId])).execute()
}

export async function countTeachers(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('role', '=', 'Teacher')
    .executeTakeFirstOrThrow()
  return total
}

type FoundPlaylist = FoundTeacher['playlists'][number]

/** Teacher id → their public playlists, newest first, with their public courses; two queries. */
export async function publicPlaylistsOf(db: Db, teacherIds: string[]): Promise<Map<string, FoundPlaylist[]>> {
  if (teacherIds.length === 0) return new Map()
  const playlists = await db
    .selectFrom('playlists')
    .select(['id', 'title', 'teacher_id'])
    .where('teacher_id', 'in', teacherIds)
    .where('status', '=', 'approved')
    .orderBy('teacher_id')
    .orderBy('id', 'desc')
    .execute()
  const courses = await publicCoursesOf(
    db,
    playlists.map(({ id }) => id),
  )
  const byTeacher = Map.groupBy(playlists, ({ teacher_id }) => teacher_id)
  return new Map(
    [...byTeacher].map(([teacherId, theirs]) => [
      teacherId,
      theirs.map(({ id, title }) => ({
        _id: id,
        title,
        teacher: teacherId,
        courses: courses.get(id) ?? [],
      })),
    ]),
  )
}

/** Playlist id → its first public courses in teaching order. */
async function publicCoursesOf(
  db: Db,
  playlistIds: string[],
): Promise<Map<string, FoundPlaylist['courses']>> {
  const rows = await db
    .selectFrom('courses')
    .select(['id', 'playlist_id'])
    .where('playlist_id', 'in', sql<string>`(select id from ${given(db, 'these', { id: playlistIds })})`)
    .where('status', '=', 'approved')
    .orderBy('playlist_id')
    .orderBy('id')
    .execute()
  const byPlaylist = Map.groupBy(rows, ({ playlist_id }) => playlist_id)
  return new Map(
    [...byPlaylist].map(([playlistId, theirs]) => [
      playlistId,
      theirs.slice(0, COURSES_IN_LIST).map(({ id }) => ({ _id: id, isCourseApproved: 'approved' as const })),
    ]),
  )
}
