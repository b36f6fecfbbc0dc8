import { sql } from 'kysely'
import { CARD_COURSES_MAX, type Playlist, type PlaylistCard, type View } from '#contract/catalog/playlists.ts'
import type { GroupRef } from '#contract/catalog/visibility-fields.ts'
import { FOLLOWERS_SHOWN_FROM } from '#contract/reactions/follows.ts'
import type { CourseVideoState } from '#contract/video/uploads.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { gathered, idsByPosition } from '#server/data/dialect.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { groupsShown } from '#server/features/catalog/audience/audience.queries.ts'
import { languagesInside } from '#server/features/catalog/courses/course-rows.queries.ts'
import { approvedVersion } from '#server/features/catalog/versions/approved-version.queries.ts'
import { writtenSections } from '#server/features/catalog/versions/details.queries.ts'
import {
  type Newest,
  newestRevisions,
  reviewKeysOf,
  seenAt,
  sentStatus,
} from '#server/features/catalog/versions/newest.queries.ts'
import { videoStatesOf } from '#server/features/catalog/versions/video-states.queries.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import {
  courseOf,
  coursesInside,
  sectionsInside,
  teacherOf,
  withCourses,
} from './playlist-courses.queries.ts'
import { summaryOf } from './summary.ts'
import { seesAllOf } from './visibility.ts'

/** A playlist with the columns that every view of it needs, in one row. */
function playlistRows(db: Db) {
  return db
    .selectFrom('playlists')
    .innerJoin('categories', 'categories.id', 'playlists.category_id')
    .innerJoin('users', 'users.id', 'playlists.teacher_id')
    .innerJoin('images as cover', 'cover.name', 'playlists.image')
    .innerJoin('images as photo', 'photo.name', 'users.photo')
    .select([
      'playlists.id',
      'playlists.title',
      'playlists.description',
      'playlists.status',
      'playlists.publish_at',
      'playlists.scheduled_at',
      'playlists.courses_count',
      'playlists.approved_courses_count',
      'playlists.saves_count',
      'playlists.created_at',
      'playlists.updated_at',
      'playlists.outline_version',
      'playlists.language',
      'playlists.level',
      'playlists.promise',
      'playlists.followers_count',
      'playlists.visibility',
      'categories.title as category',
      'users.id as teacher_id',
      'users.username',
      'cover.name as cover_name',
      'cover.width as cover_width',
      'cover.height as cover_height',
      'cover.widths as cover_widths',
      'cover.placeholder as cover_placeholder',
      'photo.name as photo_name',
      'photo.width as photo_width',
      'photo.height as photo_height',
      'photo.widths as photo_widths',
      'photo.placeholder as photo_placeholder',
    ])
}

const playlistRowsByIds = prepared((db, params: Params<{ ids: readonly string[] }>) =>
  playlistRows(db).where('playlists.id', 'in', sql<string>`(select value from ${params.texts('ids')})`),
)

type Row = Awaited<ReturnType<ReturnType<typeof playlistRows>['execute']>>[number]

interface CardContext {
  viewer: Viewer | undefined
  saved: boolean
  newest: Newest | undefined
  groups: GroupRef[] | undefined
}

/** Everything except the courses. A playlist that is not public has no public courses, whatever their status. */
function cardOf(row: Row, { viewer, saved, newest, groups = [] }: CardContext) {
  const publicCourses = row.status === 'approved' ? row.approved_courses_count : 0
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    mainPlaylistImage: imageRef({
      name: row.cover_name,
      width: row.cover_width,
      height: row.cover_height,
      widths: row.cover_widths,
      placeholder: row.cover_placeholder,
    }),
    isPlaylistApproved: sentStatus(row.status),
    teacher: {
      _id: row.teacher_id,
      username: row.username,
      profilePhoto: imageRef({
        name: row.photo_name,
        width: row.photo_width,
        height: row.photo_height,
        widths: row.photo_widths,
        placeholder: row.photo_placeholder,
      }),
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    coursesCount: seesAllOf(viewer, row.teacher_id) ? row.courses_count : publicCourses,
    approvedCoursesCount: publicCourses,
    savedBy: viewer && saved ? [viewer.id] : [],
    savedCount: row.saves_count,
    ...(seesAllOf(viewer, row.teacher_id) && {
      updatedAt: seenAt(row, newest),
      ...reviewKeysOf(row, newest),
      visibility: row.visibility,
      groups,
    }),
  } satisfies Omit<PlaylistCard, 'courses'>
}

/**
 * The playlists in the order of `ids`, without a visibility check; skips unknown ids. Their courses are those that `viewer`
 * may see. Runs at most six queries for any number of ids; five for cards.
 */
export async function cardsOf(
  db: Db,
  viewer: Viewer | undefined,
  { ids, view }: { ids: string[]; view: View | undefined },
): Promise<PlaylistCard[]> {
  const cards = await bareCards(db, viewer, ids)
  return view === 'card' ? cards : withCourses(db, cards)
}

async function bareCards(db: Db, viewer: Viewer | undefined, ids: string[]): Promise<PlaylistCard[]> {
  if (ids.length === 0) return []
  const seesAll = viewer?.isAdmin === true
  const [rows, approved, saved, all] = await Promise.all([
    playlistRowsByIds(db, { ids }),
    seesAll ? new Map<string, string[]>() : approvedCourseIds(db, ids),
    savedAmong(db, viewer, ids),
    seesAll ? allCourses(db, ids) : undefined,
  ])
  const sees = (row: Row) => seesAllOf(viewer, row.teacher_id)
  const own = () => rows.filter(sees).map(({ id }) => id)
  const [whole, newest, groups] = await Promise.all([
    all ?? allCourses(db, own()),
    newestRevisions(db, own()),
    groupsShown(db, rows.filter(sees)),
  ])
  const open = (row: Row) => (row.status === 'approved' ? (approved.get(row.id) ?? []) : [])
  const coursesOf = (row: Row) => (sees(row) ? (whole.get(row.id) ?? []) : firstOf(open(row)))
  const cards = new Map<string, PlaylistCard>()
  for (const row of rows) {
    const { id } = row
    const card = cardOf(row, { viewer, saved: saved.has(id), newest: newest.get(id), groups: groups.get(id) })
    cards.set(row.id, { ...card, courses: coursesOf(row) })
  }
  return ids.flatMap((id) => cards.get(id) ?? [])
}

type CardCourse = PlaylistCard['courses'][number]

function firstOf(approvedIds: string[]): CardCourse[] {
  return approvedIds.slice(0, CARD_COURSES_MAX).map((_id) => ({ _id, isCourseApproved: 'approved' }))
}

const findApprovedIds = prepared((db, params: Params<{ ids: readonly string[] }>) =>
  db
    .selectFrom('courses')
    .select(['playlist_id', gathered(db, { id: 'id', position: 'position' }).as('ids')])
    .where('playlist_id', 'in', sql<string>`(select value from ${params.texts('ids')})`)
    .where('status', '=', 'approved')
    .groupBy('playlist_id'),
)

/**
 * Maps each playlist id to its approved courses in teaching order, whether or not the playlist is public. One row per
 * playlist is faster than one per course.
 */
export async function approvedCourseIds(db: Db, playlistIds: string[]): Promise<Map<string, string[]>> {
  if (playlistIds.length === 0) return new Map()
  const rows = await findApprovedIds(db, { ids: playlistIds })
  return new Map(rows.map(({ playlist_id, ids }) => [playlist_id, idsByPosition(ids)]))
}

/** A playlist has at most 300 courses: reading all and slicing takes a third of the time of a window function. */
async function allCourses(db: Db, playlistIds: string[]): Promise<Map<string, CardCourse[]>> {
  const courses = new Map<string, CardCourse[]>()
  if (playlistIds.length === 0) return courses
  const found = await findAllCourses(db, { ids: playlistIds })
  for (const { playlist_id, id, ...row } of found) {
    const list = courses.get(playlist_id) ?? []
    if (list.length < CARD_COURSES_MAX)
      list.push({ _id: id, isCourseApproved: sentStatus(row.status), ...reviewKeysOf(row, undefined) })
    courses.set(playlist_id, list)
  }
  return courses
}

const findAllCourses = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('courses')
    .select(['playlist_id', 'id', 'status', 'publish_at', 'scheduled_at'])
    .where(params.among('playlist_id', 'ids'))
    .where('trash_id', 'is', null)
    .orderBy('playlist_id')
    .orderBy('position')
    .orderBy('id'),
)

async function savedAmong(db: Db, viewer: Viewer | undefined, ids: string[]): Promise<Set<string>> {
  if (!viewer) return new Set()
  const saves = await findSaves(db, { ids, userId: viewer.id })
  return new Set(saves.map(({ playlist_id }) => playlist_id))
}

/** The sections; for their teacher with the titles that wait, as the build screen sends all of them back. */
async function sectionsFor(
  db: Db,
  viewer: Viewer | undefined,
  { row, sections }: { row: Row; sections: Playlist['sections'] },
): Promise<Playlist['sections']> {
  if (viewer?.id !== row.teacher_id || row.status !== 'approved') return sections
  const written = new Map((await writtenSections(db, row.id)).map(({ _id, title }) => [_id, title]))
  return sections.map(({ _id, title }) => ({ _id, title: written.get(_id) ?? title }))
}

const findSaves = prepared((db, params: Params<{ ids: string[]; userId: string }>) =>
  db
    .selectFrom('saves')
    .select('playlist_id')
    .where('user_id', '=', params.value('userId'))
    .where(params.among('playlist_id', 'ids')),
)

/**
 * The whole playlist, without a visibility check, with the courses that `viewer` may see in teaching order; `undefined` if
 * it does not exist.
 */
export async function fullPlaylist(
  db: Db,
  viewer: Viewer | undefined,
  id: string,
): Promise<Playlist | undefined> {
  const [[row], inside, sections, saved, languages] = await Promise.all([
    playlistRowsByIds(db, { ids: [id] }),
    coursesInside(db, { id }),
    sectionsInside(db, { id }),
    savedAmong(db, viewer, [id]),
    languagesInside(db, id),
  ])
  if (!row) return undefined
  const whole = seesAllOf(viewer, row.teacher_id)
  const [newest, teacher, version, groups] = await Promise.all([
    newestRevisions(db, whole ? [id, ...inside.map((course) => course.id)] : []),
    teacherOf(db, viewer, row.teacher_id),
    approvedVersion(db, row),
    whole ? groupsShown(db, [row]) : undefined,
  ])
  if (!teacher) return undefined
  const { email, ...ofTeacher } = teacher
  const isListed = ({ status }: { status: string }) =>
    whole || (row.status === 'approved' && status === 'approved')
  const courses = inside.filter(isListed)
  const states = whole ? await videoStatesOf(db, courses, newest) : new Map<string, CourseVideoState>()
  const filled = new Set(courses.map(({ section_id }) => section_id))
  const card = cardOf(row, { viewer, saved: saved.has(id), newest: newest.get(id), groups: groups?.get(id) })
  return {
    ...card,
    teacher: { ...card.teacher, ...ofTeacher, ...(viewer?.isAdmin && { email }) },
    courses: courses.map((course) => ({
      ...courseOf(course),
      sectionId: course.section_id,
      ...(languages.has(course.id) && { hasCaptions: true as const }),
      ...(course.source === 'upload' && { isStored: true as const }),
      ...(whole && reviewKeysOf(course, newest.get(course.id))),
      ...(states.has(course.id) && { videoState: states.get(course.id) }),
      summary: summaryOf(course.opening),
      captions: languages.get(course.id) ?? [],
    })),
    sections: await sectionsFor(db, viewer, {
      row,
      sections: sections.filter(({ _id }) => whole || filled.has(_id)),
    }),
    ...(whole && { outlineVersion: row.outline_version }),
    language: row.language,
    level: row.level,
    promise: row.promise,
    ...(row.followers_count >= FOLLOWERS_SHOWN_FROM && { followersCount: row.followers_count }),
    ...version,
    visibility: row.visibility,
  }
}
