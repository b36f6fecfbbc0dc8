import type { Db } from '#server/data/database.ts'
import type { InvitationRow } from '#server/data/people-rows.ts'

/** An invitation, whatever its state. */
export function findInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst()
}
