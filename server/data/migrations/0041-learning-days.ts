import type { Kysely } from 'kysely'
import { deletedWith, required, withoutRowid } from './baseline/columns.ts'

/** Stores how many new seconds a user watched on each day. A former version of the program adds none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('learning_days')
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('day', 'text', required)
    .addColumn('seconds', 'integer', required)
    .addPrimaryKeyConstraint('learning_days_key', ['user_id', 'day'])
    .$call(withoutRowid(db))
    .execute()
}
