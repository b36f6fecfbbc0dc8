import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { newestFirst, type PageRequest, readPage } from '#server/data/list-query.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'
import {
  foundBy,
  isKeptFor,
  readerOf,
  visibleTo,
} from '#server/features/catalog/playlists/visibility.queries.ts'

export interface Save {
  userId: string
  playlistId: string
}

const SAVE = ['id', 'user_id', 'playlist_id'] as const

const insertRow = preparedChange((db, params: Params<Record<(typeof SAVE)[number], string>>) =>
  db
    .insertInto('saves')
    .columns(SAVE)
    .expression(params.row(SAVE))
    .onConflict((conflict) => conflict.columns(['user_id', 'playlist_id']).doNothing()),
)

/** Returns the number of new rows: 0 if the playlist is saved already. */
export function insertSave(trx: Db, { userId, playlistId }: Save): Promise<number> {
  return insertRow(trx, { id: newId(), user_id: userId, playlist_id: playlistId })
}

/** Returns the number of deleted rows. */
export const deleteSave = preparedChange((db, params: Params<{ userId: string; playlistId: string }>) =>
  db
    .deleteFrom('saves')
    .where('user_id', '=', params.value('userId'))
    .where('playlist_id', '=', params.value('playlistId')),
)

const findSavedIds = prepared((db, params: Params<{ userId: string; isAdmin: number }>) =>
  db
    .selectFrom(
      db
        .selectFrom('saves')
        .innerJoin('playlists', 'playlists.id', 'saves.playlist_id')
        .select('saves.playlist_id')
        .where('saves.user_id', '=', params.value('userId'))
        .where(isKeptFor({ id: params.value('userId'), isAdmin: params.value('isAdmin') }))
        .orderBy('saves.id', 'desc')
        .as('newest'),
    )
    .select(({ fn, ref, val }) =>
      fn<string | null>('string_agg', [ref('newest.playlist_id'), val(',')]).as('ids'),
    ),
)

/** All playlists that a user saved, newest save first, without those that are shown to others only. */
export async function readSavedIds(
  db: Db,
  { id, isAdmin }: Pick<Viewer, 'id' | 'isAdmin'>,
): Promise<string[]> {
  const [saved] = await findSavedIds(db, { userId: id, isAdmin: isAdmin ? 1 : 0 })
  return saved?.ids?.split(',') ?? []
}

export function findSaver(db: Db, userId: string) {
  return db.selectFrom('users').select(['id', 'profile_private']).where('id', '=', userId).executeTakeFirst()
}

interface SavesQuery extends Partial<PageRequest> {
  userId: string
}

interface SavedIds {
  ids: string[]
  total: number
  nextCursor: string | null
}

const NEWEST_FIRST = newestFirst('saves', 'saves.id')

/** The playlists that a user saved and `viewer` may see, or finds if it is another user; newest save first. Throws an AppError for an invalid cursor. */
export async function listSavedIds(
  db: Db,
  viewer: Viewer,
  { userId, limit = LIST_LIMIT_DEFAULT, cursor }: SavesQuery,
): Promise<SavedIds> {
  const { total } = await visibleSaves(db, viewer, userId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const saves = visibleSaves(db, viewer, userId).select(['saves.id', 'saves.playlist_id'])
  const { rows, nextCursor } = await readPage(saves, NEWEST_FIRST, { limit, cursor })
  return { ids: rows.map(({ playlist_id }) => playlist_id), total, nextCursor }
}

/** What a user has done of these playlists; those that they have not started are left out. */
export const doneOfSaved = prepared((db, params: Params<{ userId: string; ids: string[] }>) =>
  db
    .selectFrom('playlist_progress')
    .innerJoin('playlists', 'playlists.id', 'playlist_progress.playlist_id')
    .select(({ eb, ref }) => [
      'playlists.id as _id',
      'playlist_progress.done_count as doneCount',
      eb(ref('playlists.approved_courses_count'), '-', ref('playlists.unavailable_count')).as('coursesCount'),
    ])
    .where('playlist_progress.user_id', '=', params.value('userId'))
    .where(params.among('playlist_progress.playlist_id', 'ids')),
)

function visibleSaves(db: Db, viewer: Viewer, userId: string) {
  return db
    .selectFrom('saves')
    .innerJoin('playlists', 'playlists.id', 'saves.playlist_id')
    .where('saves.user_id', '=', userId)
    .where('playlists.trash_id', 'is', null)
    .where(userId === viewer.id ? visibleTo(readerOf(viewer)) : foundBy(readerOf(viewer)))
}
