import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import { clearedWith, createIndexes, defaultsTo, key, required } from './baseline/columns.ts'
import { countTable } from './baseline/totals.ts'
import { createGroups, createPlaylistAudiences } from './group-tables.ts'
import { createInvitations, createTeacherRequests } from './invitation-tables.ts'
import { BY_SHOWN, recreateReactionTotals } from './reaction-totals.ts'

/** For how long a program of the former version may still run beside this one. */
const UPDATE_MS = 10 * 60_000

/**
 * Adds for whom a playlist is, groups, invitations and requests to teach, and what an admin has changed of the settings. A former
 * version of the program shows everything that is approved, so nothing may be restricted before `restrict_after`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSettings(db)
  await addVisibility(db)
  await countShown(db)
  await createGroups(db)
  await createPlaylistAudiences(db)
  await createInvitations(db)
  await createTeacherRequests(db)
  await db.schema.alterTable('users').addColumn('confirm_first', 'integer', defaultsTo(0)).execute()
  await createIndexes(db, 'users', {
    users_unconfirmed: { columns: ['created_at'], where: sql`confirm_first = 1` },
  })
  await db.schema.alterTable('site').addColumn('restrict_after', 'text').execute()
  const restrictAfter = new Date(Date.now() + UPDATE_MS).toISOString()
  await sql`update site set restrict_after = ${restrictAfter} where exists (select 1 from users)`.execute(db)
}

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('key', 'text', key)
    .addColumn('value', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('updated_by', 'text', clearedWith('users.id'))
    .execute()
}

/** The indexes have the columns of those on `status`. */
async function addVisibility(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('playlists').addColumn('visibility', 'text', defaultsTo('public')).execute()
  await db.schema.alterTable('playlists').addColumn('link_number', 'integer', defaultsTo(1)).execute()
  await db.schema
    .alterTable('playlists')
    .addColumn('shown', 'text', (column) => {
      const computed = required(column).generatedAlwaysAs(
        sql`case when status = 'approved' then visibility else '' end`,
      )
      // SQLite cannot add a stored column to a table, and PostgreSQL before 18 has no other.
      return isPostgres(db) ? computed.stored() : computed
    })
    .execute()
  await createIndexes(db, 'playlists', {
    playlists_shown: ['shown', 'id'],
    playlists_shown_popular: ['shown', 'saves_count', 'id'],
    playlists_shown_title: ['shown', 'title_key', 'id'],
    playlists_category_shown: ['category_id', 'shown', 'id'],
    playlists_category_shown_popular: ['category_id', 'shown', 'saves_count', 'id'],
    playlists_category_shown_title: ['category_id', 'shown', 'title_key', 'id'],
    playlists_teacher_shown: ['teacher_id', 'shown', 'id'],
    playlists_shown_popularity: ['id', 'shown', 'saves_count'],
  })
}

/** Counts playlists by category and `shown`; of reactions it is now `shown` that decides what everybody sees. */
async function countShown(db: Kysely<unknown>): Promise<void> {
  await countTable(db, {
    kind: 'shown',
    table: 'playlists',
    status: 'shown',
    category: 'category_id',
    name: 'shown',
    computedFrom: ['status', 'visibility'],
  })
  await sql`insert into totals (kind, category_id, status, slot, amount)
    select 'shown', category_id, shown, 0, count(*) from playlists group by category_id, shown`.execute(db)
  await recreateReactionTotals(db, BY_SHOWN)
}
