import { isDeepStrictEqual } from 'node:util'
import type { QueueItem } from '#contract/review.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { videoOf } from '#server/features/courses/video-columns.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { claimsOf } from './claims.queries.ts'
import { contentOf } from './content.ts'
import { sentStatus } from './newest.queries.ts'
import { sentContents } from './sent-content.queries.ts'

const HOUR_MS = 3_600_000

/** A revision with its item, its playlist and its teacher. */
const rowsOf = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('revisions')
    .innerJoin('playlists', 'playlists.id', 'revisions.playlist_id')
    .innerJoin('categories', 'categories.id', 'playlists.category_id')
    .innerJoin('users', 'users.id', 'revisions.teacher_id')
    .innerJoin('images as photo', 'photo.name', 'users.photo')
    .leftJoin('courses', 'courses.id', 'revisions.course_id')
    .select(['revisions.id', 'revisions.subject', 'revisions.subject_id', 'revisions.teacher_id'])
    .select(['revisions.playlist_id', 'revisions.number', 'revisions.base_number', 'revisions.content'])
    .select(['revisions.state', 'revisions.submitted_at', 'revisions.decided_at', 'revisions.created_at'])
    .select(['playlists.title as playlist_title', 'playlists.status as playlist_status'])
    .select(['categories.title as category', 'users.username'])
    .select(['courses.status as course_status', 'courses.duration_s'])
    .select(['courses.source', 'courses.source_key', 'courses.video_id'])
    .select(['photo.name', 'photo.width', 'photo.height', 'photo.widths', 'photo.placeholder'])
    .where(params.among('revisions.id', 'ids')),
)

export type WholeRow = Awaited<ReturnType<typeof rowsOf>>[number]

/** The revisions in the order of `ids`; skips unknown ids. */
export async function wholeRows(db: Db, ids: string[]): Promise<WholeRow[]> {
  if (ids.length === 0) return []
  const rows = new Map((await rowsOf(db, { ids })).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

export function statusOf(row: WholeRow) {
  return row.course_status ?? row.playlist_status
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
    },
    status: sentStatus(status),
    ...(status === 'draft' && { stage: 'draft' as const }),
  }
}

/** The duration is known of the video that the row has. */
function durationOf({ source, source_key, video_id, duration_s, ...row }: WholeRow) {
  const { video } = contentOf(row)
  if (!video || source === null || video_id === null) return {}
  const isSame = isDeepStrictEqual(video, videoOf({ source, source_key, video_id }))
  return { video, durationSeconds: isSame ? duration_s : null }
}

const sentBackOf = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('revisions')
    .select(['subject_id', 'number', 'state'])
    .where(params.among('subject_id', 'ids')),
)

/** How often an item was sent back between its last approval and this version. */
async function sentBack(db: Db, rows: WholeRow[]): Promise<(row: WholeRow) => number> {
  const all = await sentBackOf(db, { ids: rows.map(({ subject_id }) => subject_id) })
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

/** The items of the desk, in the order of `ids`. Runs seven queries. */
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
