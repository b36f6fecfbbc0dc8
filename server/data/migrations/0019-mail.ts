import type { Kysely } from 'kysely'

/** Mails, confirmed addresses and forgotten passwords (product/community.md). No address is confirmed yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['email_verified_at', 'pending_email', 'pending_email_at', 'mail_off_at'])
    await db.schema.alterTable('users').addColumn(column, 'text').execute()
  await db.schema
    .alterTable('users')
    .addColumn('mail_rejections', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('site')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('key_check', 'text', (column) => column.notNull())
    .addColumn('sends_mail', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('mails')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('to_user', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('dedupe_key', 'text', (column) => column.unique())
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('ready'))
    .addColumn('sent_at', 'text')
    .addColumn('error', 'text')
    .execute()
  await db.schema.createIndex('mails_of_user').on('mails').columns(['to_user', 'id']).execute()
  await db.schema
    .createTable('email_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute()
  await db.schema.createIndex('email_tokens_of_user').on('email_tokens').column('user_id').execute()
  await db.schema.createIndex('email_tokens_expiry').on('email_tokens').column('expires_at').execute()
}
