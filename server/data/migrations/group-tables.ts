import { type Kysely, sql } from 'kysely'
import {
  clearedWith,
  createIndexes,
  defaultsTo,
  deletedWith,
  key,
  required,
  withoutRowid,
} from './baseline/columns.ts'

/** Groups and their members. */
export async function createGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('groups')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text', required)
    .addColumn('mail_domain', 'text')
    .addColumn('provider_value', 'text')
    .addColumn('members_count', 'integer', defaultsTo(0))
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  await createIndexes(db, 'groups', {
    groups_mail_domain: { columns: ['mail_domain'], where: sql`mail_domain is not null` },
    groups_provider_value: { columns: ['provider_value'], where: sql`provider_value is not null` },
  })
  await db.schema
    .createTable('group_members')
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('group_id', 'text', deletedWith('groups.id'))
    .addColumn('source', 'text', required)
    .addColumn('is_lead', 'integer', defaultsTo(0))
    .addColumn('added_by', 'text', clearedWith('users.id'))
    .addColumn('added_at', 'text', required)
    .addPrimaryKeyConstraint('group_members_key', ['user_id', 'group_id'])
    .$call(withoutRowid(db))
    .execute()
  await createIndexes(db, 'group_members', {
    group_members_group: ['group_id', 'user_id'],
    group_members_added_by: { columns: ['added_by'], where: sql`added_by is not null` },
  })
}

/** Which groups see a playlist, and who has opened its link. */
export async function createPlaylistAudiences(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('playlist_groups')
    .addColumn('group_id', 'text', deletedWith('groups.id'))
    .addColumn('playlist_id', 'text', deletedWith('playlists.id'))
    .addPrimaryKeyConstraint('playlist_groups_key', ['group_id', 'playlist_id'])
    .$call(withoutRowid(db))
    .execute()
  await createIndexes(db, 'playlist_groups', { playlist_groups_playlist: ['playlist_id', 'group_id'] })
  await db.schema
    .createTable('opened_links')
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('playlist_id', 'text', deletedWith('playlists.id'))
    .addColumn('link_number', 'integer', required)
    .addColumn('opened_at', 'text', required)
    .addPrimaryKeyConstraint('opened_links_key', ['user_id', 'playlist_id'])
    .$call(withoutRowid(db))
    .execute()
  await createIndexes(db, 'opened_links', { opened_links_playlist: ['playlist_id'] })
}
