import type { TeacherPlaylistsQuery } from '#contract/catalog/own-playlists.ts'
import {
  CATEGORY_UNKNOWN,
  type NewPlaylist,
  type Playlist,
  type PlaylistChange,
  type PlaylistsQuery,
  type View,
} from '#contract/catalog/playlists.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { TEACHERS_ONLY } from '#contract/messages.ts'
import type { ReviewEdits } from '#contract/review/review.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { wordsOf } from '#server/data/keyset.ts'
import type { ListRequest } from '#server/data/list-query.ts'
import { lockToChange } from '#server/data/locks.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { emit } from '#server/events.ts'
import { writeGroups } from '#server/features/catalog/audience/audience.queries.ts'
import { checkAudience } from '#server/features/catalog/audience/audience.ts'
import { type Deleting, movePlaylistToTrash } from '#server/features/catalog/trash/trash.ts'
import { type Content, withoutAbsent } from '#server/features/catalog/versions/content.ts'
import { sentContents } from '#server/features/catalog/versions/details.queries.ts'
import { editItem, withCover } from '#server/features/catalog/versions/edits.ts'
import { findItem, type Item } from '#server/features/catalog/versions/items.queries.ts'
import { newItem, openFirstRevisions, settle } from '#server/features/catalog/versions/revisions.ts'
import { setPublishAt } from '#server/features/catalog/versions/schedule.ts'
import type { Images } from '#server/features/media/media.ts'
import { AppError, checkUnchanged, invalid } from '#server/http/app-error.ts'
import { countStages, videoNeedsOf } from './own-playlists.queries.ts'
import { cardsOf, fullPlaylist } from './playlist-cards.queries.ts'
import {
  countPlaylists,
  type PlaylistFilter,
  type PlaylistSort,
  playlistIds,
  playlistsFoundBy,
} from './playlist-list.queries.ts'
import { categoryIdOf, insertPlaylist, isTeacher, type Teacher } from './playlists.queries.ts'
import { countRestricted, playlistsOfTeachers } from './teacher-playlists.queries.ts'
import { type OpenPlaylist, PLAYLIST_NOT_FOUND, seesAllOf } from './visibility.ts'

export const PLAYLISTS_MAX = 200
const PLAYLISTS_REACHED = `You have reached the limit of ${PLAYLISTS_MAX} playlists.`

export interface PlaylistParts {
  db: Db
  images: Images
  reviewEdits: ReviewEdits
}

async function listed(
  db: Db,
  viewer: Viewer | undefined,
  {
    filter,
    order,
    view,
  }: { filter: PlaylistFilter; order: ListRequest<PlaylistSort>; view: View | undefined },
) {
  const { ids, nextCursor } = await playlistIds(db, filter, order)
  const [playlists, total] = await Promise.all([
    cardsOf(db, viewer, { ids, view }),
    countPlaylists(db, filter),
  ])
  return { playlists, total, nextCursor }
}

/** Whether an admin wants the table of all playlists, and not the cards that others see. */
function isTable({ status, view, stage, q }: PlaylistsQuery): boolean {
  return view !== 'card' || status !== 'approved' || stage !== undefined || q !== undefined
}

/**
 * `GET /api/playlists`. A filter only narrows the list. Users find also what is for members and for their groups; only admins
 * see everything and may use all orders.
 */
export async function listPlaylists(db: Db, viewer: Viewer | undefined, query: PlaylistsQuery) {
  if (viewer?.isAdmin && isTable(query)) return listAll(db, viewer, query)
  const { category, cursor, limit = LIST_LIMIT_DEFAULT, sort, view, status = 'approved', stage } = query
  if (stage !== undefined || (status !== 'any' && status !== 'approved'))
    return { playlists: [], total: 0, nextCursor: null }
  const order = { sort: sort === 'popular' || sort === 'title' ? sort : ('newest' as const), limit, cursor }
  if (!viewer) return await listed(db, viewer, { filter: { shown: 'public', category }, order, view })
  const { ids, total, nextCursor } = await playlistsFoundBy(db, viewer.id, { ...order, category })
  return { playlists: await cardsOf(db, viewer, { ids, view }), total, nextCursor }
}

/** The table of admins. */
function listAll(db: Db, admin: Viewer, query: PlaylistsQuery) {
  const { category, cursor, limit = LIST_LIMIT_DEFAULT, sort = 'newest', view } = query
  const { stage, status = 'any', q, order: direction } = query
  const wanted = stage ?? (status === 'any' ? undefined : status)
  const filter = { status: wanted, hidesDrafts: true, category, words: wordsOf(q) }
  return listed(db, admin, { filter, order: { sort, direction, limit, cursor }, view })
}

/** The playlists of a teacher that the viewer finds, newest first; the teacher and admins get all of them, narrowed and sorted as they ask. */
export async function listOfTeacher(
  db: Db,
  viewer: Viewer | undefined,
  { teacher, query }: { teacher: Teacher; query: TeacherPlaylistsQuery },
) {
  const { id: teacherId } = teacher
  const { limit = LIST_LIMIT_DEFAULT, cursor, view } = query
  const found = viewer ? (await playlistsOfTeachers(db, viewer, [teacherId])).get(teacherId) : []
  const coursesCount = teacher.coursesCount + countRestricted(found ?? []).courses
  if (seesAllOf(viewer, teacherId))
    return { ...(await listOwn(db, viewer, { teacherId, query })), coursesCount }
  const list = await listed(db, viewer, {
    filter: { teacherId, ...(viewer ? { foundBy: viewer.id } : { shown: 'public' as const }) },
    order: { sort: 'newest', limit, cursor },
    view,
  })
  return { ...list, coursesCount }
}

async function listOwn(
  db: Db,
  viewer: Viewer | undefined,
  { teacherId, query }: { teacherId: string; query: TeacherPlaylistsQuery },
) {
  const { limit = LIST_LIMIT_DEFAULT, cursor, view, q, stage, needs, sort = 'newest' } = query
  const filter = { teacherId, titleWords: wordsOf(q), stage, needs: needs === 'true' }
  const [list, counts, videoNeeds] = await Promise.all([
    listed(db, viewer, { filter, order: { sort, limit, cursor }, view }),
    countStages(db, teacherId),
    videoNeedsOf(db, teacherId),
  ])
  const playlists = list.playlists.map((card) => {
    const needed = videoNeeds.get(card._id)
    return needed ? { ...card, videoNeeds: needed } : card
  })
  return { ...list, playlists, counts }
}

/** The playlist as the API returns it to `viewer`; throws `not_found` if it was deleted meanwhile. */
export async function getPlaylist(db: Db, viewer: Viewer | undefined, id: string): Promise<Playlist> {
  const playlist = await fullPlaylist(db, viewer, id)
  if (!playlist) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
  return playlist
}

async function knownCategory(db: Db, title: string): Promise<string> {
  const id = await categoryIdOf(db, title)
  if (id === undefined) throw invalid('category', CATEGORY_UNKNOWN)
  return id
}

/** Throws when the teacher may not have another playlist. */
export async function checkQuota(db: Db, teacherId: string): Promise<void> {
  if ((await countPlaylists(db, { teacherId })) >= PLAYLISTS_MAX) {
    throw new AppError('conflict', PLAYLISTS_REACHED)
  }
}

/** Adds a playlist of the caller, submitted or as a draft. All cheap checks run before the picture is decoded. */
export async function addPlaylist(
  { db, images }: PlaylistParts,
  teacher: Viewer,
  { draft, image }: { draft: NewPlaylist; image: Buffer },
): Promise<Playlist> {
  await knownCategory(db, draft.category)
  await checkQuota(db, teacher.id)
  const { visibility = 'public' } = draft
  const chosen = { visibility, groups: draft.groups }
  await checkAudience(db, teacher, chosen)
  const item = newItem({ isDraft: draft.draft === true })
  await images.saveFor(image, { kind: 'cover', ownerId: teacher.id }, (name) =>
    transaction(db, async (trx) => {
      await lockToChange(trx, 'users', { id: teacher.id })
      // Check the role again: it may have changed while the picture was decoded.
      if (!(await isTeacher(trx, teacher.id))) throw new AppError('forbidden', TEACHERS_ONLY)
      await checkQuota(trx, teacher.id)
      const groups = await checkAudience(trx, teacher, chosen)
      await insertPlaylist(trx, {
        ...item,
        visibility,
        teacher_id: teacher.id,
        category_id: await knownCategory(trx, draft.category),
        title: draft.title,
        title_key: sortKey(draft.title),
        description: draft.description,
        language: draft.language ?? null,
        level: draft.level ?? null,
        promise: draft.promise ?? null,
        image: name,
      })
      await writeGroups(trx, item.id, groups)
      await openFirstRevisions(trx, 'playlist', [item.id])
      await emit(trx, 'playlist.changed', { playlistId: item.id })
    }),
  )
  return getPlaylist(db, teacher, item.id)
}

interface Change {
  id: string
  draft: PlaylistChange
  image: Buffer | undefined
}

/**
 * Edits the caller's own playlist. What waits for an admin comes back as the teacher wrote it; the public playlist stays as
 * it is.
 */
export async function changePlaylist(
  { db, images, reviewEdits }: PlaylistParts,
  teacher: Viewer,
  { id, draft, image }: Change,
): Promise<{ data: Playlist; message?: string | undefined }> {
  const { title, description, category, language, level, promise } = draft
  if (category !== undefined) await knownCategory(db, category)
  const write = (newImage?: string) =>
    transaction(db, async (trx) => {
      const item = await itemToChange(trx, teacher, { id, draft })
      const categoryId = category === undefined ? undefined : await knownCategory(trx, category)
      const texts = { title, description, language, level, promise }
      const edits = withoutAbsent({ ...texts, category: categoryId, image: newImage })
      const edited = await editItem(trx, item, { edits, draft: draft.draft === true, reviewEdits })
      if (draft.publishAt !== undefined) await setPublishAt(trx, item, draft.publishAt)
      await settle(trx, teacher.id, [id])
      return edited
    })
  const { waiting, message } = await withCover(images, { teacher, image }, write)
  const data = await getPlaylist(db, teacher, id)
  return { data: waiting ? await asWritten(db, data, waiting) : data, message }
}

/** Locks the teacher. Throws when the playlist is not theirs, or has changed since they opened it. */
async function itemToChange(
  trx: Db,
  teacher: Viewer,
  { id, draft: { updatedAt } }: Pick<Change, 'id' | 'draft'>,
): Promise<Item> {
  await lockToChange(trx, 'users', { id: teacher.id })
  const item = await findItem(trx, 'playlist', id)
  if (item?.teacherId !== teacher.id) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
  if (updatedAt !== undefined) checkUnchanged(await fullPlaylist(trx, teacher, id), updatedAt)
  return item
}

/** The playlist as the teacher wrote it. */
async function asWritten(db: Db, playlist: Playlist, waiting: Content): Promise<Playlist> {
  const [written] = await sentContents(db, [waiting])
  if (!written) return playlist
  const { title, description, category = playlist.category, image = playlist.mainPlaylistImage } = written
  const { language = null, level = null, promise = null } = written
  return { ...playlist, title, description, category, mainPlaylistImage: image, language, level, promise }
}

/** Moves a playlist with its courses to the trash. Returns its id there. */
export function removePlaylist(db: Db, deleting: Deleting, playlist: OpenPlaylist): Promise<string> {
  return transaction(db, (trx) => movePlaylistToTrash(trx, deleting, playlist))
}
