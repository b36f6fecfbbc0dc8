import type { Db } from '#server/data/database.ts'
import { idAt } from '#server/data/ids.ts'
import type { MailRow } from '#server/data/mail-rows.ts'

type NewMailRow = Pick<MailRow, 'id' | 'to_user' | 'address' | 'kind' | 'data' | 'dedupe_key'>

/** Gives the ids of the mails that are new; those whose dedupe key exists already are left out. */
export async function insertMails(trx: Db, rows: NewMailRow[]): Promise<string[]> {
  const inserted = await trx
    .insertInto('mails')
    .values(rows)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

interface Counted {
  userId: string
  /** The names of kinds of mail. */
  kinds: string[]
  /** Milliseconds since 1970. */
  since: number
}

/** How many mails of these kinds were added for a user since then, whether they are sent or not. */
export async function countMails(db: Db, { userId, kinds, since }: Counted): Promise<number> {
  const { n } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('to_user', '=', userId)
    .where('id', '>=', idAt(since))
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow()
  return Number(n)
}
