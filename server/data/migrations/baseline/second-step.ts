import type { Kysely } from 'kysely'
import { createIndexes, deletedWith, key, keyDeletedWith, required } from './columns.ts'

/** Passkeys, authenticator apps and recovery codes. */
export async function createSecondStep(db: Kysely<unknown>): Promise<void> {
  await createPasskeys(db)
  await createTotp(db)
  await createRecoveryCodes(db)
  await createChallenges(db)
}

async function createPasskeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('rp_id', 'text', required)
    .addColumn('public_key', 'text', required)
    .addColumn('counter', 'double precision', required)
    .addColumn('transports', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('backed_up', 'integer', required)
    .addColumn('disabled_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text')
    .execute()
  await createIndexes(db, 'passkeys', {
    passkeys_user: ['user_id', 'id'],
    passkeys_site: ['rp_id'],
  })
}

async function createTotp(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('totp')
    .addColumn('user_id', 'text', keyDeletedWith('users.id'))
    .addColumn('secret', 'text', required)
    .addColumn('confirmed_at', 'text')
    .addColumn('last_step', 'integer', required)
    .execute()
}

async function createRecoveryCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('code_hash', 'text', required)
    .addColumn('used_at', 'text')
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()
}

async function createChallenges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('challenges')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', required)
    .addColumn('data', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()
  await createIndexes(db, 'challenges', {
    challenges_user: ['user_id'],
    challenges_expired: ['expires_at'],
  })
}
