import type { Insertable } from 'kysely'
import { writeVtt } from '#contract/captions/captions-file.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import type { Schema } from '#server/data/schema.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { changedCorrections, chaptersColumn } from '#server/features/catalog/courses/detail-columns.ts'
import { recount } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { pick, randomOf } from '#server/features/media/art/random.ts'
import { rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { type DemoAccount, newAccounts } from './accounts.ts'
import type { DemoCaptions, DemoContent } from './content.ts'
import { insertFailedFile } from './failed-file.ts'
import { insertFailedJob } from './failed-job.ts'
import { insertGroups } from './groups.ts'
import { insertLearning } from './learning.ts'
import { followTeachers, insertNotifications } from './notifications.ts'
import { drawLater } from './own-video.ts'
import { type DemoPictures, pictureOf } from './pictures.ts'
import { createdAt, type InsertedPlaylist, insertPlaylists } from './playlists.ts'
import { insertReport, insertReview } from './review.ts'
import { scheduleForMonday } from './schedule.ts'
import { trashOneCourse } from './trash.ts'

/**
 * Inserts the demo site in one transaction; its pictures are stored already. Returns the accounts with their passwords,
 * which are not stored anywhere else.
 */
export async function seedDemo(db: Db, content: DemoContent, pictures: DemoPictures): Promise<DemoAccount[]> {
  const accounts = await newAccounts(content.people)
  await transaction(db, async (trx) => {
    await insertUsers(trx, accounts, pictures)
    const playlists = await insertPlaylists(trx, content.playlists, { accounts, pictures })
    const visible = playlists.filter(({ isPublic }) => isPublic)
    const students = accounts.filter(({ role }) => role === 'Student').map(({ id }) => id)
    await drawLater(trx, playlists)
    await insertFailedFile(trx, playlists)
    await insertFailedJob(trx)
    await insertCaptions(trx, { playlists, captions: content.captions })
    await insertReactions(trx, { playlists: visible, students, comments: content.comments })
    await insertLearning(trx, { playlists: visible, students, learning: content.learning })
    const admin = accounts.find(({ isAdmin }) => isAdmin)
    await insertReport(trx, {
      report: content.report,
      courses: visible.flatMap(({ courses }) => courses),
      students,
    })
    if (admin) {
      await insertReview(trx, { review: content.review, adminId: admin.id })
      await insertNotifications(trx, { playlists: visible, students, adminId: admin.id })
      const teachers = accounts.filter(({ key }) => content.learning.followed.includes(key))
      await followTeachers(trx, { students, teacherIds: teachers.map(({ id }) => id) })
      await scheduleForMonday(trx, { playlists, adminId: admin.id })
    }
    await trashOneCourse(trx, playlists)
    await insertGroups(trx, { content: content.groups, accounts, playlists })
    await recount(trx)
    await rebuildSearchIndex(trx)
  })
  return accounts
}

async function insertUsers(trx: Db, accounts: DemoAccount[], pictures: DemoPictures): Promise<void> {
  const users = accounts.map((account) => ({
    id: account.id,
    username: account.username,
    username_key: sortKey(account.username),
    email: account.email,
    email_key: account.email.toLowerCase(),
    password_hash: account.passwordHash,
    role: account.role,
    profession: account.profession ?? null,
    photo: pictureOf(pictures, account.key),
    site_quote: account.siteQuote ?? null,
    is_admin: account.isAdmin ? 1 : 0,
    is_demo: 1,
    email_verified_at: account.createdAt,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  }))
  await trx.insertInto('users').values(users).execute()
}

const SAVING = 0.35
const LIKING = 0.55
const COMMENTING = 0.3

interface Audience {
  playlists: InsertedPlaylist[]
  students: string[]
  comments: DemoContent['comments']
}

/** Inserts saves, likes and comments, by the same students on every new site. */
async function insertReactions(trx: Db, { playlists, students, comments }: Audience): Promise<void> {
  const random = randomOf('lectern')
  const after = (time: number) => time + Math.floor(random() * (Date.now() - time))
  const some = (share: number) => students.filter(() => random() < share)
  const saves: Schema['saves'][] = []
  const likes: Schema['likes'][] = []
  const written: Insertable<Schema['comments']>[] = []
  for (const { id: playlist_id, time, courses } of playlists) {
    saves.push(...some(SAVING).map((user_id) => ({ id: newId(after(time)), user_id, playlist_id })))
    for (const { id: course_id, time } of courses.filter(({ isPublic }) => isPublic)) {
      likes.push(...some(LIKING).map((user_id) => ({ id: newId(after(time)), user_id, course_id })))
      written.push(
        ...some(COMMENTING).map((user_id) => {
          const at = after(time)
          return { id: newId(at), user_id, course_id, text: pick(random, comments), ...createdAt(at) }
        }),
      )
    }
  }
  await trx.insertInto('saves').values(saves).execute()
  await trx.insertInto('likes').values(likes).execute()
  await trx.insertInto('comments').values(written).execute()
}

/** How long the last line stays. */
const LAST_SECONDS = 6

/** Inserts captions, chapters and corrections of our own making for some courses. */
async function insertCaptions(
  trx: Db,
  { playlists, captions }: { playlists: InsertedPlaylist[]; captions: DemoCaptions[] },
): Promise<void> {
  const courses = playlists.flatMap((playlist) => playlist.courses)
  for (const { course: title, chapters, corrections, captions: languages } of captions) {
    const course = courses.find((each) => each.title === title)
    if (!course) throw new Error(`There is no course ${title} for its captions.`)
    await trx
      .updateTable('courses')
      .set({
        chapters: chaptersColumn(chapters),
        ...changedCorrections(corrections ?? [], null, new Date(course.time).toISOString()),
      })
      .where('id', '=', course.id)
      .execute()
    const rows = languages.map(({ language, label, lines }) => ({
      id: newId(course.time),
      course_id: course.id,
      language,
      label,
      origin: 'upload' as const,
      vtt: vttOf(lines),
      cues_count: lines.length,
      created_at: new Date(course.time).toISOString(),
    }))
    await trx.insertInto('captions').values(rows).execute()
  }
}

function vttOf(lines: readonly (readonly [number, string])[]): string {
  const cues = lines.map(([start, text], index) => ({
    start,
    end: lines[index + 1]?.[0] ?? start + LAST_SECONDS,
    text,
  }))
  return writeVtt(cues)
}
