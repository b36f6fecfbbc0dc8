import type { FoundTeacher } from '#contract/search.ts'
import type { Db } from '#server/core/db/database.ts'
import { beyond } from '#server/core/db/keyset.ts'
import { approvedCourseIds } from '#server/features/playlists/playlist-cards.queries.ts'
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
  const courses = await approvedCourseIds(
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
        courses: (courses.get(id) ?? [])
          .slice(0, COURSES_IN_LIST)
          .map((_id) => ({ _id, isCourseApproved: 'approved' as const })),
      })),
    ]),
  )
}
