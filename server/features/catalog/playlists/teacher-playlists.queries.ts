import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { IS_PUBLIC, listedFor } from './visibility.queries.ts'

/** A playlist as the counts of its teacher need it. */
export interface TeacherPlaylist {
  id: string
  isPublic: boolean
  coursesCount: number
}

const COLUMNS = ['id', 'teacher_id', 'shown', 'approved_courses_count'] as const

const findPublic = prepared((db, params: Params<{ teacherIds: string[] }>) =>
  db.selectFrom('playlists').select(COLUMNS).where(params.among('teacher_id', 'teacherIds')).where(IS_PUBLIC),
)

const findListed = prepared((db, params: Params<{ teacherIds: string[]; userId: string }>) =>
  db
    .selectFrom('playlists')
    .select(COLUMNS)
    .where(params.among('teacher_id', 'teacherIds'))
    .where(listedFor(params.value('userId'))),
)

/** The playlists of these teachers that `viewer` finds, newest first, by teacher. A teacher has at most 200. */
export async function playlistsOfTeachers(
  db: Db,
  viewer: Pick<Viewer, 'id'> | undefined,
  teacherIds: string[],
): Promise<Map<string, TeacherPlaylist[]>> {
  const found = new Map<string, TeacherPlaylist[]>(teacherIds.map((id) => [id, []]))
  if (teacherIds.length === 0) return found
  const rows = await (viewer
    ? findListed(db, { teacherIds, userId: viewer.id })
    : findPublic(db, { teacherIds }))
  const newestFirst = rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  for (const { id, teacher_id, shown, approved_courses_count } of newestFirst)
    found.get(teacher_id)?.push({ id, isPublic: shown === 'public', coursesCount: approved_courses_count })
  return found
}

/** How much of a teacher's a viewer finds beside what is public, which stored counts hold. */
export function countRestricted(playlists: readonly TeacherPlaylist[]): {
  playlists: number
  courses: number
} {
  const restricted = playlists.filter(({ isPublic }) => !isPublic)
  const courses = restricted.reduce((sum, { coursesCount }) => sum + coursesCount, 0)
  return { playlists: restricted.length, courses }
}
