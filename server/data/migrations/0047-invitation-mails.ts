import { type Kysely, sql } from 'kysely'
import { createIndexes } from './baseline/columns.ts'

/** The mails of an invitation say how it reached the address. They go with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('mails')
    .addColumn('invitation_id', 'text', (column) => column.references('invitations.id').onDelete('cascade'))
    .execute()
  await createIndexes(db, 'mails', {
    mails_of_invitation: { columns: ['invitation_id', 'id'], where: sql`invitation_id is not null` },
  })
}
