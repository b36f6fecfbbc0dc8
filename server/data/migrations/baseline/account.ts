import { type Kysely, sql } from 'kysely'
import { createIndexes, defaultsTo, deletedWith, key, keyDeletedWith, required } from './columns.ts'

/** Accounts, with the pictures that they own, and how users log in with a password. */
export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await createImages(db)
  await createUsers(db)
  await createSessions(db)
  await createResetCodes(db)
  await createKnownNetworks(db)
  await createAudit(db)
}

async function createImages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('images')
    .addColumn('name', 'text', key)
    .addColumn('owner_id', 'text')
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('widths', 'text', required)
    .addColumn('bytes', 'integer', required)
    .addColumn('placeholder', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await createIndexes(db, 'images', {
    images_owner: ['owner_id'],
  })
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', key)
    .addColumn('username', 'text', required)
    .addColumn('username_key', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('profession', 'text')
    .addColumn('photo', 'text', (column) => column.notNull().references('images.name'))
    .addColumn('is_admin', 'integer', defaultsTo(0))
    .addColumn('approved_playlists_count', 'integer', defaultsTo(0))
    .addColumn('approved_courses_count', 'integer', defaultsTo(0))
    .addColumn('saves_count', 'integer', defaultsTo(0))
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addColumn('searched_as', 'text')
    .addColumn('history_paused', 'integer', defaultsTo(0))
    .addColumn('player', 'text')
    .addColumn('trusted', 'integer', defaultsTo(0))
    .addColumn('email_verified_at', 'text')
    .addColumn('pending_email', 'text')
    .addColumn('pending_email_at', 'text')
    .addColumn('mail_off_at', 'text')
    .addColumn('mail_rejections', 'integer', defaultsTo(0))
    .addColumn('time_zone', 'text')
    .addColumn('followers_count', 'integer', defaultsTo(0))
    .addColumn('suspended_at', 'text')
    .addColumn('suspended_reason', 'text')
    .addColumn('password_changed_at', 'text')
    .execute()
  await createIndexes(db, 'users', {
    users_role: ['role', 'id'],
    users_name: ['username_key', 'id'],
    users_photo: ['photo'],
    users_role_name: ['role', 'username_key', 'id'],
    users_role_email: ['role', 'email_key', 'id'],
    users_email: ['email_key', 'id'],
    // Users whose entry in the search an older program did not update.
    users_overlooked: {
      columns: ['id'],
      where: sql`searched_as is distinct from case role when 'Teacher' then username_key end`,
    },
    users_admins: { columns: ['is_admin'], where: sql`is_admin = 1` },
  })
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', key)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('network', 'text', required)
    .addColumn('agent', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .addColumn('unknown_network', 'integer', defaultsTo(0))
    .execute()
  await createIndexes(db, 'sessions', {
    sessions_user: ['user_id', 'id'],
    sessions_expiry: ['expires_at'],
  })
}

async function createResetCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reset_codes')
    .addColumn('user_id', 'text', keyDeletedWith('users.id'))
    .addColumn('code_hash', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()
}

async function createKnownNetworks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_networks')
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('network', 'text', required)
    .addColumn('last_login_at', 'text', required)
    .addPrimaryKeyConstraint('known_networks_key', ['user_id', 'network'])
    .execute()
}

async function createAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', key)
    .addColumn('at', 'text', required)
    .addColumn('actor_id', 'text')
    .addColumn('network', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('subject', 'text')
    .addColumn('detail', 'text', required)
    .addColumn('request_id', 'text', required)
    .execute()
  await createIndexes(db, 'audit', {
    audit_actor: ['actor_id', 'id'],
    audit_action: ['action', 'id'],
  })
}
