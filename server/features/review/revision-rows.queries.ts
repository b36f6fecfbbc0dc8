import { sql } from 'kysely'
import type { QueueItem } from '#contract/review/review.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { replacement } from '#server/features/catalog/courses/video-columns.ts'
import { contentOf } from '#server/features/catalog/versions/content.ts'
import { sentContents } from '#server/features/catalog/versions/details.queries.ts'
import { newestRevisions, sentStatus } from '#server/features/catalog/versions/newest.queries.ts'
import { isOutsideTrash } from '#server/features/catalog/versions/revisions.queries.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { claimsOf } from './reviewers.queries.ts'

const HOUR_MS = 3_600_000

const findRevisions = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('revisions')
    .select(['id', 'subject', 'subject_id', 'course_id', 'teacher_id', 'playlist_id', 'number'])
    .select(['base_number', 'content', 'state', 'submitted_at', 'decided_at', 'created_at'])
    .where(params.among('id', 'ids'))
    .where(isOutsideTrash),
)

const findPlaylists = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('playlists')
    .innerJoin('categories', 'categories.id', 'playlists.category_id')
    .innerJoin('users', 'users.id', 'playlists.teacher_id')
    .innerJoin('images as photo', 'photo.name', 'users.photo')
    .select(['playlists.id as playlist_id', 'playlists.title as playlist_title'])
    .select(['playlists.status as playlist_status', 'categories.title as category', 'users.username'])
    .select('playlists.visibility')
    .select(['photo.name', 'photo.width', 'photo.height', 'photo.widths', 'photo.placeholder'])
    .where('playlists.id', 'in', sql<string>`(select value from ${params.texts('ids')})`),
)

const findCourses = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('courses')
    .select(['id as course_id', 'status as course_status', 'duration_s'])
    .select(['source', 'source_key', 'video_id'])
    .where(params.among('id', 'ids')),
)

type RevisionPart = Awaited<ReturnType<typeof findRevisions>>[number]
type PlaylistPart = Awaited<ReturnType<typeof findPlaylists>>[number]
type CoursePart = Awaited<ReturnType<typeof findCourses>>[number]

/** A revision with its playlist, its teacher and its course, if it is of one. */
export type WholeRow = RevisionPart & PlaylistPart & { course: CoursePart | undefined }

/** The revisions in the order of `ids`; skips unknown ids. Runs three queries. */
export async function wholeRows(db: Db, ids: string[]): Promise<WholeRow[]> {
  if (ids.length === 0) return []
  const revisions = new Map((await findRevisions(db, { ids })).map((row) => [row.id, row]))
  const found = [...revisions.values()]
  const [playlists, courses] = await Promise.all([
    findPlaylists(db, { ids: found.map(({ playlist_id }) => playlist_id) }),
    findCourses(db, { ids: found.flatMap(({ course_id }) => course_id ?? []) }),
  ])
  const places = new Map(playlists.map((row) => [row.playlist_id, row]))
  const inside = new Map(courses.map((row) => [row.course_id, row]))
  return ids.flatMap((id) => {
    const revision = revisions.get(id)
    const place = places.get(revision?.playlist_id ?? '')
    if (!(revision && place)) return []
    return { ...revision, ...place, course: inside.get(revision.course_id ?? '') }
  })
}

export function statusOf(row: WholeRow) {
  return row.course?.course_status ?? row.playlist_status
}

export function subjectOf(row: WholeRow): QueueItem['subject'] {
  const status = statusOf(row)
  return {
    kind: row.subject,
    _id: row.subject_id,
    title: contentOf(row).title,
    playlist: {
      _id: row.playlist_id,
      title: row.playlist_title,
      isPlaylistApproved: sentStatus(row.playlist_status),
      visibility: row.visibility,
    },
    status: sentStatus(status),
    ...(status === 'draft' && { stage: 'draft' as const }),
  }
}

/** The duration is known of the video that the row has. */
function durationOf(row: WholeRow) {
  const { course } = row
  const { video } = contentOf(row)
  if (!(video && course)) return {}
  const isSame = replacement(video, course) === undefined
  return { video, durationSeconds: isSame ? course.duration_s : null }
}

const findSentBack = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('revisions')
    .select(['subject_id', 'number', 'state'])
    .where(params.among('subject_id', 'ids')),
)

/** How often an item was sent back between its last approval and this version. */
async function sentBack(db: Db, rows: WholeRow[]): Promise<(row: WholeRow) => number> {
  const all = await findSentBack(db, { ids: rows.map(({ subject_id }) => subject_id) })
  const groups = Map.groupBy(
    all.filter(({ state }) => state === 'changes' || state === 'rejected'),
    ({ subject_id }) => subject_id,
  )
  return ({ subject_id, base_number, number: own }) =>
    (groups.get(subject_id) ?? []).filter(({ number }) => number > base_number && number < own).length
}

function versionOf(row: WholeRow, timesSentBack: number): QueueItem['version'] {
  const isEdit = row.state === 'approved' ? row.base_number > 0 : statusOf(row) === 'approved'
  return { kind: isEdit ? 'edit' : 'new', submission: timesSentBack + 1 }
}

/** The items of the desk, in the order of `ids`. The number of queries is constant. */
export async function queueItems(db: Db, ids: string[]): Promise<QueueItem[]> {
  const rows = await wholeRows(db, ids)
  const now = new Date()
  const [timesSentBack, contents, claims] = await Promise.all([
    sentBack(db, rows),
    sentContents(db, rows.map(contentOf)),
    claimsOf(
      db,
      rows.map(({ subject_id }) => subject_id),
      now.toISOString(),
    ),
  ])
  return rows.map((row, at) => {
    const { image, category } = contents[at] ?? {}
    return {
      _id: row.id,
      subject: subjectOf(row),
      teacher: { _id: row.teacher_id, username: row.username, profilePhoto: imageRef(row) },
      category: category ?? row.category,
      ...(image && { image }),
      ...durationOf(row),
      number: row.number,
      state: row.state,
      version: versionOf(row, timesSentBack(row)),
      submittedAt: row.submitted_at,
      decidedAt: row.decided_at,
      ageHours:
        row.submitted_at === null
          ? null
          : Math.max(0, Math.floor((now.getTime() - Date.parse(row.submitted_at)) / HOUR_MS)),
      claim: claims.get(row.subject_id) ?? null,
    }
  })
}

const findPlaces = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('revisions')
    .select(['subject', 'subject_id', 'teacher_id', 'playlist_id', 'id'])
    .where(params.among('id', 'ids')),
)

/** The newest revisions of these items, with their teachers and playlists. */
export async function newestWithPlace(db: Db, subjectIds: string[]) {
  const newest = await newestRevisions(db, subjectIds)
  const rows = await findPlaces(db, { ids: [...newest.values()].map(({ _id }) => _id) })
  return rows.flatMap((row) => {
    const revision = newest.get(row.subject_id)
    if (!revision) return []
    const { _id, number, state } = revision
    return {
      teacherId: row.teacher_id,
      subject: { kind: row.subject, _id: row.subject_id },
      playlistId: row.playlist_id,
      revision: { _id, number, state },
    }
  })
}
