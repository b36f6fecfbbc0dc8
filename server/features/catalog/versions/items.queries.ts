import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { RevisionRow } from '#server/data/review-rows.ts'
import type { PlaylistRow, StoredStatus } from '#server/data/schema.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { emit } from '#server/events.ts'
import { replacement, videoOf } from '#server/features/catalog/courses/video-columns.ts'
import { countDone, uncountDone } from '#server/features/catalog/playlists/counts.queries.ts'
import { attachVideo } from '#server/features/video/attach.ts'
import { findVideo } from '#server/features/video/videos.queries.ts'
import type { Content } from './content.ts'
import { writeDetails } from './details.queries.ts'

/** A playlist or a course with what is reviewed of it, as its row has it. */
export interface Item {
  kind: RevisionRow['subject']
  id: string
  teacherId: string
  /** The playlist itself, or that of the course. */
  playlistId: string
  status: StoredStatus
  /** A version of it is public, or will be at its time. */
  isApproved: boolean
  /** When it goes public, if it is approved by then. */
  publishAt: string | null
  /** When it was approved for that time. */
  scheduledAt: string | null
  content: Content
  submittedAt: string | null
  createdAt: string
  updatedAt: string
}

export async function findItem(trx: Db, kind: Item['kind'], id: string): Promise<Item | undefined> {
  const [item] = await findItems(trx, kind, [id])
  return item
}

export function findItems(trx: Db, kind: Item['kind'], ids: string[]): Promise<Item[]> {
  return kind === 'playlist' ? playlistItems(trx, ids) : courseItems(trx, ids)
}

const playlistRows = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('playlists')
    .select(['id', 'teacher_id', 'category_id', 'title', 'description', 'image', 'status'])
    .select(['language', 'level', 'promise', 'publish_at', 'scheduled_at'])
    .select(['submitted_at', 'created_at', 'updated_at'])
    .where(params.among('id', 'ids'))
    .where('trash_id', 'is', null),
)

async function playlistItems(trx: Db, ids: string[]): Promise<Item[]> {
  const rows = await playlistRows(trx, { ids })
  return rows.map((row) => ({
    ...commonOf('playlist', row),
    playlistId: row.id,
    content: { ...contentIn(row), category: row.category_id, ...aboutOf(row) },
  }))
}

const courseRows = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(['courses.id', 'courses.playlist_id', 'playlists.teacher_id', 'courses.title'])
    .select(['courses.description', 'courses.image', 'courses.status'])
    .select(['courses.publish_at', 'courses.scheduled_at'])
    .select(['courses.source', 'courses.source_key', 'courses.video_id', 'courses.start_s'])
    .select(['courses.submitted_at', 'courses.created_at', 'courses.updated_at'])
    .where(params.among('courses.id', 'ids'))
    .where('courses.trash_id', 'is', null),
)

async function courseItems(trx: Db, ids: string[]): Promise<Item[]> {
  const rows = await courseRows(trx, { ids })
  return rows.map((row) => ({
    ...commonOf('course', row),
    playlistId: row.playlist_id,
    content: { ...contentIn(row), video: videoOf(row) },
  }))
}

const aboutOf = ({ language, level, promise }: Pick<PlaylistRow, 'language' | 'level' | 'promise'>) => ({
  language,
  level,
  promise,
})

type CommonRow = Pick<
  PlaylistRow,
  | 'id'
  | 'teacher_id'
  | 'status'
  | 'publish_at'
  | 'scheduled_at'
  | 'submitted_at'
  | 'created_at'
  | 'updated_at'
>

function commonOf(kind: Item['kind'], row: CommonRow) {
  return {
    kind,
    id: row.id,
    teacherId: row.teacher_id,
    status: row.status,
    isApproved: row.status === 'approved' || row.scheduled_at !== null,
    publishAt: row.publish_at,
    scheduledAt: row.scheduled_at,
    submittedAt: row.submitted_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const contentIn = ({ title, description, image }: Pick<PlaylistRow, 'title' | 'description' | 'image'>) => ({
  title,
  description,
  image,
})

interface ItemChanges {
  content?: Content
  status?: StoredStatus
  submittedAt?: string
  publishAt?: string | null
  scheduledAt?: string | null
}

/**
 * Writes the row that everybody reads. Details wait beside approved items only; those of other items are written at once. The
 * caller updates counts and the search index (`settle`).
 */
export async function writeItem(trx: Db, item: Item, changes: ItemChanges): Promise<void> {
  await writeRow(trx, item, changes)
  if (changes.content && item.isApproved) await writeDetails(trx, item, changes.content)
}

async function writeRow(trx: Db, item: Item, changes: ItemChanges): Promise<void> {
  const { content, status, submittedAt, publishAt, scheduledAt } = changes
  const common = {
    ...(content && textsOf(content)),
    ...(status !== undefined && { status }),
    ...(submittedAt !== undefined && { submitted_at: submittedAt }),
    ...(publishAt !== undefined && { publish_at: publishAt }),
    ...(scheduledAt !== undefined && { scheduled_at: scheduledAt }),
    updated_at: new Date().toISOString(),
  }
  if (item.kind === 'playlist') {
    await trx
      .updateTable('playlists')
      .set({ ...common, ...(content && playlistColumns(content)) })
      .where('id', '=', item.id)
      .execute()
    return
  }
  await uncountDone(trx, item.id)
  await trx
    .updateTable('courses')
    .set({ ...common, ...(content && (await newVideo(trx, item.id, content))) })
    .where('id', '=', item.id)
    .execute()
  await countDone(trx, item.id)
}

/** Sets or ends the claim of an admin; the item itself does not change. */
export async function claimItem(
  trx: Db,
  { kind, id }: Pick<Item, 'kind' | 'id'>,
  claim: { adminId: string; until: string } | undefined,
): Promise<void> {
  const columns = { assigned_to: claim?.adminId ?? null, assigned_until: claim?.until ?? null }
  if (kind === 'playlist') await trx.updateTable('playlists').set(columns).where('id', '=', id).execute()
  else await trx.updateTable('courses').set(columns).where('id', '=', id).execute()
}

/** The same for several items. */
export async function claimItems(
  trx: Db,
  ids: string[],
  { adminId, until }: { adminId: string; until: string },
): Promise<void> {
  const columns = { assigned_to: adminId, assigned_until: until }
  await trx.updateTable('playlists').set(columns).where('id', 'in', ids).execute()
  await trx.updateTable('courses').set(columns).where('id', 'in', ids).execute()
}

const textsOf = ({ title, description, image }: Content) => ({
  title,
  title_key: sortKey(title),
  description,
  image,
})

/** The columns that only playlists have; an older version does not name the last three. */
const playlistColumns = ({ category, language, level, promise }: Content) => ({
  ...(category !== undefined && { category_id: category }),
  ...(language !== undefined && { language }),
  ...(level !== undefined && { level }),
  ...(promise !== undefined && { promise }),
})

/**
 * The columns of another video, or of another start of the same one. Place, likes, comments, notes, done marks and captions of the
 * teacher stay.
 */
async function newVideo(trx: Db, courseId: string, { video }: Content) {
  if (!video) return {}
  const stored = await trx
    .selectFrom('courses')
    .select(['source', 'source_key', 'video_id'])
    .where('id', '=', courseId)
    .executeTakeFirst()
  const replaced = stored && replacement(video, stored)
  if (replaced) await emit(trx, 'course.videoChanged', { courseId })
  if (!replaced) return { start_s: video.startsAt ?? null }
  const changed = { ...replaced, changed_at: new Date().toISOString(), changed_what: 'video' as const }
  if (video.source !== 'upload') return changed
  await attachVideo(trx, video)
  return { ...changed, duration_s: (await findVideo(trx, video.key))?.duration_s ?? null }
}
