import { type Kysely, sql } from 'kysely'

/** The few admins among many people: nobody else may take a name that looks like one of theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index users_admins on users (is_admin) where is_admin = 1`.execute(db)
}
