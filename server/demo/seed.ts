import type { Db } from '#server/data/database.ts'
import { transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { recountPlaylist, recountTeacher } from '#server/features/playlists/counts.ts'
import { reindexName } from '#server/features/search/index/names.queries.ts'
import { reindexPlaylist } from '#server/features/search/index/search-index.ts'
import { type DemoAccount, newAccounts } from './accounts.ts'
import { DEMO_COMMENTS } from './comments.ts'
import type { DemoImages } from './drawings.ts'
import type { DemoPlaylist } from './playlists.ts'
import { DEVELOPMENT } from './playlists-development.ts'
import { PEOPLE_AND_ARTS } from './playlists-people-and-arts.ts'
import { SCIENCE } from './playlists-science.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

const DAY = 86_400_000
export const DEMO_PLAYLISTS: DemoPlaylist[] = [...DEVELOPMENT, ...SCIENCE, ...PEOPLE_AND_ARTS]

interface Planted {
  playlistId: string
  courses: { id: string; time: number; open: boolean }[]
  open: boolean
  time: number
}

/**
 * Inserts the demo site in one transaction: users, playlists, courses, comments, likes and saves; its pictures are stored
 * already. Returns the accounts with their passwords, which are not stored anywhere else.
 */
export async function seedDemo(db: Db, images: DemoImages): Promise<DemoAccount[]> {
  const accounts = await newAccounts()
  const people = new Map(accounts.map(({ key, id }) => [key, id]))
  const students = accounts.filter(({ role }) => role === 'Student').map(({ id }) => id)
  const random = createSeededRandom('lectern')
  await transaction(db, async (trx) => {
    await insertPeople(trx, accounts, images)
    const seeded: Planted[] = []
    for (const playlist of DEMO_PLAYLISTS) {
      seeded.push(
        await insertPlaylist(trx, { playlist, teacherId: people.get(playlist.teacher) ?? '', images }),
      )
    }
    await react(trx, { seeded: seeded.filter(({ open }) => open), students, random })
    for (const { playlistId } of seeded) {
      await recountPlaylist(trx, playlistId)
      await reindexPlaylist(trx, playlistId)
    }
    for (const { id, role } of accounts) if (role === 'Teacher') await recountTeacher(trx, id)
  })
  return accounts
}

async function insertPeople(trx: Db, accounts: DemoAccount[], images: DemoImages): Promise<void> {
  for (const { key, id, username, email, passwordHash, role, profession, isAdmin, createdAt } of accounts) {
    await trx
      .insertInto('users')
      .values({
        id,
        username,
        username_key: sortKey(username),
        email,
        email_key: email.toLowerCase(),
        password_hash: passwordHash,
        role,
        profession: profession ?? null,
        photo: images.portraitOf(key),
        is_admin: isAdmin ? 1 : 0,
        created_at: createdAt,
        updated_at: createdAt,
      })
      .execute()
    if (role === 'Teacher') await reindexName(trx, id)
  }
}

interface PlaylistToPlant {
  playlist: DemoPlaylist
  teacherId: string
  images: DemoImages
}

async function insertPlaylist(trx: Db, { playlist, teacherId, images }: PlaylistToPlant): Promise<Planted> {
  const time = Date.now() - playlist.daysAgo * DAY
  const at = new Date(time).toISOString()
  const playlistId = newId(time)
  const category = await trx
    .selectFrom('categories')
    .select('id')
    .where('title', '=', playlist.category)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('playlists')
    .values({
      id: playlistId,
      teacher_id: teacherId,
      category_id: category.id,
      title: playlist.title,
      title_key: sortKey(playlist.title),
      description: playlist.description,
      image: images.coverOf(playlist.title),
      status: playlist.status,
      created_at: at,
      updated_at: at,
    })
    .execute()
  const courses = playlist.courses.map((course, index) => {
    const courseTime = time + (index + 1) * 3_600_000
    const courseAt = new Date(courseTime).toISOString()
    return {
      id: newId(courseTime),
      playlist_id: playlistId,
      title: course.title,
      title_key: sortKey(course.title),
      video_id: course.videoId,
      description: course.description,
      image: images.coverOf(`${playlist.title}/${course.title}`),
      status: course.status ?? 'approved',
      created_at: courseAt,
      updated_at: courseAt,
    }
  })
  await trx.insertInto('courses').values(courses).execute()
  return {
    playlistId,
    time,
    open: playlist.status === 'approved',
    courses: courses.map(({ id, status, created_at }) => ({
      id,
      time: Date.parse(created_at),
      open: status === 'approved',
    })),
  }
}

interface Audience {
  seeded: Planted[]
  students: string[]
  random: SeededRandom
}

const SAVING = 0.35
const LIKING = 0.55
const COMMENTING = 0.3

async function react(trx: Db, { seeded, students, random }: Audience): Promise<void> {
  const since = (time: number) => time + Math.floor(random.roll() * (Date.now() - time))
  const some = (share: number) => students.filter(() => random.roll() < share)
  for (const { playlistId, courses, time } of seeded) {
    const saves = some(SAVING).map((user_id) => ({
      id: newId(since(time)),
      user_id,
      playlist_id: playlistId,
    }))
    if (saves.length > 0) await trx.insertInto('saves').values(saves).execute()
    await trx
      .updateTable('playlists')
      .set({ saves_count: saves.length })
      .where('id', '=', playlistId)
      .execute()
    for (const course of courses.filter(({ open }) => open)) {
      const likes = some(LIKING).map((user_id) => ({ id: newId(since(course.time)), user_id }))
      const comments = some(COMMENTING).map((user_id) => ({
        user_id,
        time: since(course.time),
        text: random.pick(DEMO_COMMENTS),
      }))
      await talkAbout(trx, course.id, { likes, comments })
    }
  }
  for (const id of students) await countSaves(trx, id)
}

interface Talk {
  likes: { id: string; user_id: string }[]
  comments: { user_id: string; time: number; text: string }[]
}

async function talkAbout(trx: Db, course_id: string, { likes, comments }: Talk): Promise<void> {
  if (likes.length > 0)
    await trx
      .insertInto('likes')
      .values(likes.map((like) => ({ ...like, course_id })))
      .execute()
  const rows = comments.map(({ user_id, time, text }) => {
    const at = new Date(time).toISOString()
    return { id: newId(time), user_id, course_id, text, created_at: at, updated_at: at }
  })
  if (rows.length > 0) await trx.insertInto('comments').values(rows).execute()
  await trx
    .updateTable('courses')
    .set({ likes_count: likes.length, comments_count: rows.length })
    .where('id', '=', course_id)
    .execute()
}

async function countSaves(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set(({ selectFrom }) => ({
      saves_count: selectFrom('saves')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('user_id', '=', id),
    }))
    .where('id', '=', id)
    .execute()
}
