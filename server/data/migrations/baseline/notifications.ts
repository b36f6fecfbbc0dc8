import { type Kysely, sql } from 'kysely'
import {
  clearedWith,
  createIndexes,
  defaultsTo,
  deletedWith,
  key,
  keyDeletedWith,
  required,
} from './columns.ts'

/** Notifications, mails, and the jobs that send them. */
export async function createNotificationTables(db: Kysely<unknown>): Promise<void> {
  await createSite(db)
  await createMails(db)
  await createEmailTokens(db)
  await createNotifications(db)
  await createNotificationSettings(db)
  await createImmediateMails(db)
  await createJobs(db)
}

async function createSite(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('site')
    .addColumn('id', 'text', key)
    .addColumn('key_check', 'text', required)
    .addColumn('sends_mail', 'integer', required)
    .execute()
}

async function createMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'text', key)
    .addColumn('to_user', 'text', deletedWith('users.id'))
    .addColumn('address', 'text')
    .addColumn('kind', 'text', required)
    .addColumn('data', 'text', required)
    .addColumn('dedupe_key', 'text', (column) => column.unique())
    .addColumn('state', 'text', defaultsTo('ready'))
    .addColumn('sent_at', 'text')
    .addColumn('error', 'text')
    .execute()
  await createIndexes(db, 'mails', {
    mails_of_user: ['to_user', 'id'],
  })
}

async function createEmailTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('email_tokens')
    .addColumn('token_hash', 'text', key)
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addColumn('used_at', 'text')
    .execute()
  await createIndexes(db, 'email_tokens', {
    email_tokens_of_user: ['user_id'],
    email_tokens_expiry: ['expires_at'],
  })
}

async function createNotifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('subject_kind', 'text', required)
    .addColumn('subject_id', 'text', required)
    .addColumn('group_id', 'text', required)
    .addColumn('actor_id', 'text', clearedWith('users.id'))
    .addColumn('data', 'text', required)
    .addColumn('dedupe_key', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('read_at', 'text')
    .addColumn('app', 'integer', defaultsTo(1))
    .addColumn('mail_at', 'text')
    .execute()
  await createIndexes(db, 'notifications', {
    notifications_user: { columns: ['user_id', 'id'], where: sql`app = 1` },
    notifications_unread: { columns: ['user_id', 'id'], where: sql`read_at is null` },
    notifications_once: { columns: ['user_id', 'dedupe_key'], unique: true },
    notifications_due: { columns: ['mail_at', 'user_id'], where: sql`mail_at is not null` },
    notifications_mail_only: { columns: ['id'], where: sql`app = 0` },
    notifications_actor: { columns: ['actor_id'], where: sql`actor_id is not null` },
  })
}

async function createNotificationSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notification_settings')
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('app', 'integer', required)
    .addColumn('mail', 'text', required)
    .addPrimaryKeyConstraint('notification_settings_key', ['user_id', 'kind'])
    .execute()
}

async function createImmediateMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('immediate_mails')
    .addColumn('user_id', 'text', keyDeletedWith('users.id'))
    .addColumn('day', 'text', required)
    .addColumn('sent', 'integer', required)
    .execute()
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn('run_at', 'text', required)
    .addColumn('attempts', 'integer', defaultsTo(0))
    .addColumn('leased_until', 'text')
    .addColumn('leased_by', 'text')
    .addColumn('state', 'text', defaultsTo('ready'))
    .addColumn('last_error', 'text')
    .addColumn('dedupe_key', 'text', (column) => column.unique())
    .execute()
  await createIndexes(db, 'jobs', {
    jobs_due: ['state', 'kind', 'run_at'],
  })
}
