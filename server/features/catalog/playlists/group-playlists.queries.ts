import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { listQuery } from '#server/data/list-query.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

/** The playlists that are open to a group, newest first. Members find the approved ones; admins see all. */
export const groupPlaylists = listQuery<
  'created',
  'groupId' | 'isShown' | 'isOpen',
  'playlist_groups' | 'playlists'
>({
  orders: { created: { columns: ['playlist_groups.playlist_id'], direction: 'desc' } },
  from: (db) =>
    db.selectFrom('playlist_groups').innerJoin('playlists', 'playlists.id', 'playlist_groups.playlist_id'),
  filters: {
    groupId: (eb, id) => eb('playlist_groups.group_id', '=', id),
    isShown: (eb) => eb('playlists.shown', '=', sql.lit('groups')),
    isOpen: (eb) =>
      eb.and([eb('playlists.visibility', '=', sql.lit('groups')), eb('playlists.trash_id', 'is', null)]),
  },
  scanning: 'isOpen',
})

const shownOf = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('playlist_groups')
    .innerJoin('playlists', 'playlists.id', 'playlist_groups.playlist_id')
    .select('playlist_groups.group_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(params.among('playlist_groups.group_id', 'ids'))
    .where('playlists.shown', '=', sql.lit('groups'))
    .groupBy('playlist_groups.group_id'),
)

const openOf = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('playlist_groups')
    .innerJoin('playlists', 'playlists.id', 'playlist_groups.playlist_id')
    .select('playlist_groups.group_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(params.among('playlist_groups.group_id', 'ids'))
    .where('playlists.visibility', '=', sql.lit('groups'))
    .where('playlists.trash_id', 'is', null)
    .groupBy('playlist_groups.group_id'),
)

/** How many playlists are open to each of these groups: the approved ones, or for an admin all. */
export async function countGroupPlaylists(
  db: Db,
  { ids, all }: { ids: string[]; all: boolean },
): Promise<Map<string, number>> {
  const rows = ids.length === 0 ? [] : await (all ? openOf : shownOf)(db, { ids })
  return new Map(rows.map(({ group_id, n }) => [group_id, n]))
}

const onlyHere = prepared((db, params: Params<{ id: string }>) =>
  db
    .selectFrom('playlist_groups')
    .innerJoin('playlists', 'playlists.id', 'playlist_groups.playlist_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('playlist_groups.group_id', '=', params.value('id'))
    .where('playlists.shown', '=', sql.lit('groups'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('playlist_groups as others')
            .select('others.group_id')
            .whereRef('others.playlist_id', '=', 'playlist_groups.playlist_id')
            .whereRef('others.group_id', '<>', 'playlist_groups.group_id'),
        ),
      ),
    ),
)

/** How many approved playlists are open to this group alone. */
export async function countOnlyHere(db: Db, id: string): Promise<number> {
  const [row] = await onlyHere(db, { id })
  return row?.n ?? 0
}

/** All playlists of a group, whether they are approved or not. */
export async function playlistIdsOf(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('playlist_groups')
    .select('playlist_id')
    .where('group_id', '=', groupId)
    .execute()
  return rows.map(({ playlist_id }) => playlist_id)
}
