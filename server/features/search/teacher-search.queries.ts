import type { FoundTeacher } from '#contract/search/search.ts'
import type { Db } from '#server/data/database.ts'
import { gathered, idsByPosition } from '#server/data/dialect.ts'
import { afterCursor } from '#server/data/keyset.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { TeacherName } from './teacher-names.queries.ts'

/** The number of courses in a listed playlist (api.md, "Playlist"). */
const COURSES_IN_LIST = 100

function teachersByName(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'username_key'])
    .where('role', '=', 'Teacher')
    .orderBy('username_key')
    .orderBy('id')
}

/** One page of all teachers by name, plus one row; `undefined` if the last teacher of the page before is deleted. */
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
  return page.where(afterCursor(['username_key', 'id'], 'asc', [last.username_key, afterId])).execute()
}

type TeacherPlaylist = FoundTeacher['playlists'][number]

/** Oldest first, in the order of the index. */
const publicWithCourses = prepared((db, params: Params<{ teacherIds: string[] }>) =>
  db
    .selectFrom('playlists')
    .select(['playlists.id', 'playlists.title', 'playlists.teacher_id'])
    .select(({ selectFrom }) =>
      selectFrom('courses')
        .select(gathered(db, { id: 'courses.id', position: 'courses.position' }).as('ids'))
        .whereRef('courses.playlist_id', '=', 'playlists.id')
        .where('courses.status', '=', 'approved')
        .as('courses'),
    )
    .where(params.among('playlists.teacher_id', 'teacherIds'))
    .where('playlists.status', '=', 'approved')
    .orderBy('playlists.teacher_id')
    .orderBy('playlists.id'),
)

/** Maps each teacher to their public playlists, newest first, with the public courses. Runs one query. */
export async function publicPlaylistsOf(
  db: Db,
  teacherIds: string[],
): Promise<Map<string, TeacherPlaylist[]>> {
  const playlists = new Map<string, TeacherPlaylist[]>(teacherIds.map((id) => [id, []]))
  if (teacherIds.length === 0) return playlists
  const rows = await publicWithCourses(db, { teacherIds })
  for (const { id, title, teacher_id: teacher, courses } of rows.toReversed())
    playlists.get(teacher)?.push({
      _id: id,
      title,
      isPlaylistApproved: 'approved',
      teacher,
      courses: courses === null ? [] : inOrder(courses),
    })
  return playlists
}

function inOrder(ids: string): TeacherPlaylist['courses'] {
  return idsByPosition(ids)
    .slice(0, COURSES_IN_LIST)
    .map((_id) => ({ _id, isCourseApproved: 'approved' }))
}
