import { SECTION_UNKNOWN } from '#contract/catalog/outline.ts'
import type { Chapter, Video } from '#contract/video/video.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { CourseRow } from '#server/data/schema.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { PLAYLIST_NOT_FOUND } from '#server/features/catalog/playlists/visibility.ts'
import { newItem, openFirstRevisions, settle } from '#server/features/catalog/versions/revisions.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { insertCourse, isOwnPlaylist } from './courses.queries.ts'
import { checkQuota } from './courses.ts'
import { chaptersColumn } from './detail-columns.ts'
import { endOf, isSectionOf, outlineChanged } from './outline.queries.ts'
import { columnsOf } from './video-columns.ts'

interface NewDraft {
  video: Video
  title: string
  description: string
  chapters?: Chapter[] | undefined
  /** By default the last section; `null` for none. */
  sectionId?: string | null | undefined
  durationSeconds: number | null
  /** The name of a stored picture. */
  image: string
}

interface NewDrafts {
  playlistId: string
  drafts: NewDraft[]
}

type Place = Pick<CourseRow, 'section_id' | 'position'>

/** Adds drafts to the teacher's own playlist, each at the end of its section and in this order; gives their ids. */
export async function insertDrafts(
  trx: Db,
  teacher: Pick<Viewer, 'id'>,
  { playlistId, drafts }: NewDrafts,
): Promise<string[]> {
  await lockToChange(trx, 'users', { id: teacher.id })
  if (!(await isOwnPlaylist(trx, playlistId, teacher.id))) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
  await checkQuota(trx, playlistId, drafts.length)
  return writeDrafts(trx, teacher, { playlistId, drafts })
}

/** The same for a playlist that the caller has locked and checked. */
export async function writeDrafts(
  trx: Db,
  teacher: Pick<Viewer, 'id'>,
  { playlistId, drafts }: NewDrafts,
): Promise<string[]> {
  const now = Date.now()
  const places = await placesOf(trx, playlistId, drafts)
  const rows = drafts.map(({ video, title, description, chapters, durationSeconds, image }, index) => ({
    // Equal times would leave the order of the ids to chance.
    ...newItem({ isDraft: true, time: now + index }),
    playlist_id: playlistId,
    title,
    title_key: sortKey(title),
    ...columnsOf(video),
    description,
    chapters: chaptersColumn(chapters),
    duration_s: durationSeconds,
    image,
    ...(places[index] ?? { section_id: null, position: 0 }),
  }))
  for (const row of rows) await insertCourse(trx, row)
  const ids = rows.map(({ id }) => id)
  await openFirstRevisions(trx, 'course', ids)
  await outlineChanged(trx, playlistId)
  await settle(trx, teacher.id, [playlistId])
  return ids
}

/** The places of the drafts, one after the other in each section. */
async function placesOf(
  trx: Db,
  playlistId: string,
  drafts: Pick<NewDraft, 'sectionId'>[],
): Promise<Place[]> {
  const ends = new Map<string | null | undefined, Place>()
  for (const sectionId of new Set(drafts.map((draft) => draft.sectionId))) {
    if (sectionId && !(await isSectionOf(trx, playlistId, sectionId))) throw invalid('items', SECTION_UNKNOWN)
    ends.set(sectionId, await endOf(trx, { playlistId, sectionId }))
  }
  const taken = new Map<string | null, number>()
  return drafts.map(({ sectionId }) => {
    const { section_id, position } = ends.get(sectionId) ?? { section_id: null, position: 0 }
    const before = taken.get(section_id) ?? 0
    taken.set(section_id, before + 1)
    return { section_id, position: position + before }
  })
}
