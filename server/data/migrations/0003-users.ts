import type { Kysely } from 'kysely'

/** What the lists of people need: an admin's sorts within a role, and a teacher's public playlists by id alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('users_role_name').on('users').columns(['role', 'username_key', 'id']).execute()
  await db.schema.createIndex('users_role_email').on('users').columns(['role', 'email_key', 'id']).execute()
  await db.schema.createIndex('users_email').on('users').columns(['email_key', 'id']).execute()
  await db.schema
    .createIndex('playlists_teacher_status')
    .on('playlists')
    .columns(['teacher_id', 'status', 'id'])
    .execute()
}
