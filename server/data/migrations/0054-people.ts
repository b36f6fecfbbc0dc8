import { type Kysely, sql } from 'kysely'
import { clearedWith, createIndexes, deletedWith, key, required, withoutRowid } from './baseline/columns.ts'

/**
 * Adds the search of people, their quota, the deletion of an account with 14 days to undo it, and copies of one's own data. Lists
 * of everybody leave deleted accounts out, so their indexes do as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('quota_gb', 'integer').execute()
  await db.schema.alterTable('users').addColumn('deleted_at', 'text').execute()
  await db.schema.alterTable('users').addColumn('deleted_by', 'text', clearedWith('users.id')).execute()
  for (const name of ['users_role', 'users_role_name', 'users_role_email', 'users_email', 'users_overlooked'])
    await db.schema.dropIndex(name).execute()
  const kept = sql`deleted_at is null`
  await createIndexes(db, 'users', {
    users_kept: { columns: ['id'], where: kept },
    users_kept_name: { columns: ['username_key', 'id'], where: kept },
    users_email: { columns: ['email_key', 'id'], where: kept },
    users_role: { columns: ['role', 'id'], where: kept },
    users_role_name: { columns: ['role', 'username_key', 'id'], where: kept },
    users_role_email: { columns: ['role', 'email_key', 'id'], where: kept },
    users_overlooked: {
      columns: ['id'],
      where: sql`searched_as is distinct from case when role = 'Teacher' and deleted_at is null then username_key end`,
    },
    users_deleted: { columns: ['deleted_at'], where: sql`deleted_at is not null` },
    users_deleted_by: { columns: ['deleted_by'], where: sql`deleted_by is not null` },
    users_suspended: {
      columns: ['username_key', 'id'],
      where: sql`suspended_at is not null and deleted_at is null`,
    },
  })
  await createIndexes(db, 'reports', {
    reports_author_decided: {
      columns: ['author_id', 'decided_at', 'id'],
      where: sql`decided_at is not null`,
    },
  })
  await createIndexes(db, 'audit', {
    audit_subject: { columns: ['subject', 'id'], where: sql`subject is not null` },
  })
  await db.schema
    .createTable('user_words')
    .addColumn('word', 'text', required)
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addPrimaryKeyConstraint('user_words_key', ['word', 'user_id'])
    .$call(withoutRowid(db))
    .execute()
  await createIndexes(db, 'user_words', { user_words_user: ['user_id', 'word'] })
  await db.schema
    .createTable('exports')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('state', 'text', required)
    .addColumn('file', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()
  await createIndexes(db, 'exports', { exports_user: ['user_id', 'id'], exports_expiry: ['expires_at'] })
}
