import type { Video } from '#contract/video/video.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { columnsOf } from '#server/features/catalog/courses/video-columns.ts'
import type { DemoAccount } from './accounts.ts'
import type { DemoPlaylist } from './content.ts'
import { type DemoPictures, pictureOf } from './pictures.ts'

const HOUR = 3_600_000
/** Between two positions. */
const STEP = 1024
const DAY = 24 * HOUR

interface Inserted {
  id: string
  time: number
  isPublic: boolean
}

export interface InsertedCourse extends Inserted {
  title: string
  video: Video
  seconds?: number | undefined
  /** The seconds of the drawn lesson that its video shows, if it is not all of it. */
  lesson?: { from: number; to: number } | undefined
}

export interface InsertedPlaylist extends Inserted {
  title: string
  teacherId: string
  courses: InsertedCourse[]
}

interface Parts {
  accounts: DemoAccount[]
  pictures: DemoPictures
}

export async function insertPlaylists(
  trx: Db,
  playlists: DemoPlaylist[],
  { accounts, pictures }: Parts,
): Promise<InsertedPlaylist[]> {
  const teachers = new Map(accounts.map(({ key, id }) => [key, id]))
  const categories = await trx.selectFrom('categories').select(['id', 'title']).execute()
  const categoryIds = new Map(categories.map(({ id, title }) => [title, id]))
  const inserted: InsertedPlaylist[] = []
  for (const {
    title,
    description,
    status,
    teacher,
    category,
    level,
    language,
    promise,
    ...playlist
  } of playlists) {
    const time = Date.now() - playlist.daysAgo * DAY
    const id = newId(time)
    const shown = { title, title_key: sortKey(title), description, image: pictureOf(pictures, title) }
    const facts = { level: level ?? null, language: language ?? null, promise: promise ?? null }
    const owners = { teacher_id: teachers.get(teacher) ?? '', category_id: categoryIds.get(category) ?? '' }
    await trx
      .insertInto('playlists')
      .values({ id, ...owners, ...shown, ...facts, status, ...createdAt(time) })
      .execute()
    const courses = playlist.courses.map((course, index) => {
      const courseTime = time + (index + 1) * HOUR
      return { ...course, video: videoOf(course), id: newId(courseTime), time: courseTime }
    })
    const sectionIds = await insertSections(trx, id, courses)
    const rows = courses.map((course, index) => ({
      id: course.id,
      playlist_id: id,
      title: course.title,
      title_key: sortKey(course.title),
      ...columnsOf(course.video),
      duration_s: course.seconds ?? null,
      description: course.description,
      image: pictureOf(pictures, `${title}/${course.title}`),
      status: course.status,
      position: (index + 1) * STEP,
      section_id: sectionIds[index] ?? null,
      ...createdAt(course.time),
    }))
    await trx.insertInto('courses').values(rows).execute()
    inserted.push({
      id,
      title,
      teacherId: owners.teacher_id,
      time,
      isPublic: status === 'approved',
      courses: courses.map((course) => ({ ...course, isPublic: course.status === 'approved' })),
    })
  }
  return inserted
}

/** A course without a video gets one that is still to be drawn. */
function videoOf({ videoId }: { videoId?: string | undefined }): Video {
  return videoId === undefined ? { source: 'upload', key: newId() } : { source: 'youtube', key: videoId }
}

/** Inserts the sections that begin with one of these courses; returns the section of each course. */
async function insertSections(
  trx: Db,
  playlistId: string,
  courses: readonly { section?: string | undefined }[],
): Promise<(string | undefined)[]> {
  const sections = courses.flatMap(({ section: title }) =>
    title === undefined ? [] : { id: newId(), title },
  )
  const rows = sections.map((section, index) => ({
    ...section,
    playlist_id: playlistId,
    position: (index + 1) * STEP,
  }))
  if (rows.length > 0) await trx.insertInto('sections').values(rows).execute()
  const begun = courses.map(
    (_, at) => courses.slice(0, at + 1).filter(({ section }) => section !== undefined).length,
  )
  return begun.map((count) => sections[count - 1]?.id)
}

export function createdAt(time: number): { created_at: string; updated_at: string } {
  const at = new Date(time).toISOString()
  return { created_at: at, updated_at: at }
}
