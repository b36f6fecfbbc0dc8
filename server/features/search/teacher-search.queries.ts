import { sql } from 'kysely'
import type { FoundTeacher } from '#contract/search.ts'
import type { Db } from '#server/core/db/database.ts'
import { given } from '#server/core/db/dialect.ts'
import { beyond } from '#server/core/db/keyset.ts'

/** api.md, "Playlist": how many of its courses a playlist lists. */
const COURSES_IN_LIST = 100
const LAST_NAMES_READ = 20_000

export interface TeacherName {
  id: string
  username_key: string
}

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

/**
 * Teachers whose name may have all these words, by name: none that does is missing. What is not plain ASCII is left to
 * the caller, because folding it is not the database's business.
 */
export async function listTeachersPerhapsCalled(db: Db, words: string[]): Promise<TeacherName[]> {
  return teachersByName(db)
    .where(({ or, and, eb, fn, val }) => {
      const has = words.map((word) => eb(fn<number>('instr', ['username_key', val(word)]), '>', 0))
      const beyondAscii = eb(
        fn<number>('octet_length', ['username_key']),
        '>',
        fn<number>('length', ['username_key']),
      )
      return or([and(has), beyondAscii])
    })
    .execute()
}

/** All teachers by name, as far as it is sensible to look for a typing error in each. */
export async function listTeacherNames(db: Db): Promise<TeacherName[]> {
  return teachersByName(db).limit(LAST_NAMES_READ).execute()
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
