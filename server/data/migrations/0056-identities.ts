import type { Kysely } from 'kysely'
import { createIndexes, defaultsTo, deletedWith, required, withoutRowid } from './baseline/columns.ts'

/** The accounts of users at the sign-in provider; a user has one of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identities')
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('email', 'text', required)
    .addColumn('gave_teacher', 'integer', defaultsTo(0))
    .addColumn('gave_admin', 'integer', defaultsTo(0))
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
    .$call(withoutRowid(db))
    .execute()
  await createIndexes(db, 'identities', { identities_user: { columns: ['user_id', 'issuer'], unique: true } })
}
