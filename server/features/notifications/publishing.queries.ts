import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { asNumber, IS_LISTED, visibleTo } from '#server/features/catalog/playlists/visibility.queries.ts'
import { type Recipient, recipientOf } from './notifications.queries.ts'

/** Filters courses: those that are in this playlist and approved now. */
export async function publicAmong(db: Db, playlistId: string, courseIds: string[]): Promise<string[]> {
  if (courseIds.length === 0) return []
  const rows = await db
    .selectFrom('courses')
    .select('id')
    .where('id', 'in', courseIds)
    .where('playlist_id', '=', playlistId)
    .where('status', '=', 'approved')
    .execute()
  return rows.map(({ id }) => id)
}

/** The teacher of a playlist, if it is in the lists of some now with a video. */
export async function teacherOfListed(db: Db, playlistId: string): Promise<string | undefined> {
  const playlist = await db
    .selectFrom('playlists')
    .select('teacher_id')
    .where('id', '=', playlistId)
    .where(IS_LISTED)
    .where('approved_courses_count', '>', 0)
    .executeTakeFirst()
  return playlist?.teacher_id
}

/** A group of users: followers of a teacher, followers of a playlist, or users that saved a playlist without following it. */
export type Audience =
  | { kind: 'playlist_new'; teacherId: string; playlistId: string }
  | { kind: 'video_followed' | 'video_saved'; playlistId: string }

const READER = { id: sql.ref<string>('users.id'), isAdmin: sql.ref<number>('users.is_admin') }

interface Batch {
  /** The id of the last user of the batch before. */
  after: string
  count: number
}

/** The next users of an audience, ordered by id, with their settings and whether they may see the playlist. */
export async function nextRecipients(
  db: Db,
  audience: Audience,
  { after, count }: Batch,
): Promise<(Recipient & { maySee: boolean })[]> {
  const members = membersOf(db, audience, { after, count })
  const rows = await db
    .selectFrom(members.as('members'))
    .innerJoin('users', 'users.id', 'members.user_id')
    .leftJoin('notification_settings as settings', (join) =>
      join.onRef('settings.user_id', '=', 'users.id').on('settings.kind', '=', audience.kind),
    )
    .innerJoin('playlists', (join) => join.on('playlists.id', '=', audience.playlistId))
    .select(['users.id', 'users.time_zone', 'settings.app', 'settings.mail'])
    .select(asNumber(visibleTo(READER)).as('sees'))
    .execute()
  return rows
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((row) => ({ ...recipientOf(audience.kind, row), maySee: row.sees === 1 }))
}

function membersOf(db: Db, audience: Audience, { after, count }: Batch) {
  if (audience.kind === 'video_saved') {
    return db
      .selectFrom('saves')
      .select('saves.user_id')
      .where('saves.playlist_id', '=', audience.playlistId)
      .where('saves.user_id', '>', after)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('follows')
              .select(sql.lit(1).as('one'))
              .where('follows.playlist_id', '=', audience.playlistId)
              .whereRef('follows.user_id', '=', 'saves.user_id'),
          ),
        ),
      )
      .orderBy('saves.user_id')
      .limit(count)
  }
  const follows = db.selectFrom('follows').select('follows.user_id')
  return (
    audience.kind === 'playlist_new'
      ? follows.where('follows.teacher_id', '=', audience.teacherId)
      : follows.where('follows.playlist_id', '=', audience.playlistId)
  )
    .where('follows.user_id', '>', after)
    .orderBy('follows.user_id')
    .limit(count)
}
