import { type Kysely, type SqlBool, sql } from 'kysely'

/** Notifications, their settings, and following (product/community.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await notifications(db)
  await settings(db)
  await follows(db)
  await announced(db)
}

async function notifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject_kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('group_id', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('dedupe_key', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('read_at', 'text')
    .addColumn('app', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('mail_at', 'text')
    .execute()
  const index = (name: string) => db.schema.createIndex(`notifications_${name}`).on('notifications')
  await index('user').columns(['user_id', 'id']).where(sql<SqlBool>`app = 1`).execute()
  await index('unread').columns(['user_id', 'id']).where(sql<SqlBool>`read_at is null`).execute()
  await index('once').unique().columns(['user_id', 'dedupe_key']).execute()
  await index('due').columns(['mail_at', 'user_id']).where(sql<SqlBool>`mail_at is not null`).execute()
  await index('mail_only').column('id').where(sql<SqlBool>`app = 0`).execute()
  await index('actor').column('actor_id').where(sql<SqlBool>`actor_id is not null`).execute()
}

async function settings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notification_settings')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('app', 'integer', (column) => column.notNull())
    .addColumn('mail', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('notification_settings_key', ['user_id', 'kind'])
    .execute()
  await db.schema
    .createTable('immediate_mails')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('sent', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.alterTable('users').addColumn('time_zone', 'text').execute()
}

async function follows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('follows')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('teacher_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('playlist_id', 'text', (column) => column.references('playlists.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  const index = (name: string) => db.schema.createIndex(`follows_${name}`).on('follows')
  await index('teacher').unique().columns(['teacher_id', 'user_id']).execute()
  await index('playlist').unique().columns(['playlist_id', 'user_id']).execute()
  await index('user').columns(['user_id', 'created_at']).execute()
  // Those who saved a playlist are notified in the order of their ids.
  await db.schema.createIndex('saves_of_playlist').on('saves').columns(['playlist_id', 'user_id']).execute()
  await db.schema.dropIndex('saves_playlist').execute()
  for (const table of ['users', 'playlists'])
    await db.schema
      .alterTable(table)
      .addColumn('followers_count', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
}

/** What is public now is not new. */
async function announced(db: Kysely<unknown>): Promise<void> {
  for (const table of ['playlists', 'courses'])
    await db.schema.alterTable(table).addColumn('announced_at', 'text').execute()
  await sql`update playlists set announced_at = updated_at where status = 'approved'`.execute(db)
  await sql`update courses set announced_at = updated_at where status = 'approved'
    and playlist_id in (select id from playlists where status = 'approved')`.execute(db)
}
