import type { Kysely } from 'kysely'

/** What the security screen says about the password and each session (product/community.md, "Security screen and sessions"). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('password_changed_at', 'text').execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('unknown_network', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
