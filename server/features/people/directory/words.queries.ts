import { sql } from 'kysely'
import { type Db, transaction } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import { lockableQuery } from '#server/data/locks.ts'
import type { Params } from '#server/data/prepared.ts'
import { wordsOf } from './words.ts'

const AT_ONCE = 500

interface Named {
  id: string
  username: string
  email: string
}

/** Writes the words of a user again, in the transaction that has changed their name or address. */
export async function renewWords(trx: Db, userId: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  await trx.deleteFrom('user_words').where('user_id', '=', userId).execute()
  if (user) await insertWords(trx, [user])
}

async function insertWords(trx: Db, users: readonly Named[]): Promise<void> {
  const rows = users.flatMap(({ id, username, email }) =>
    wordsOf(`${username} ${email}`).map((word) => ({ word, id })),
  )
  if (rows.length === 0) return
  await sql`insert into user_words (word, user_id) select word, user_id from ${valuesTable(trx, 'entry', {
    word: rows.map(({ word }) => word),
    user_id: rows.map(({ id }) => id),
  })} where true`.execute(trx)
}

const withoutWords = lockableQuery('users', (db, params: Params<{ after: string }>) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.username', 'users.email'])
    .where('users.id', '>', params.value('after'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_words').select('user_words.word').whereRef('user_words.user_id', '=', 'users.id'),
        ),
      ),
    )
    .orderBy('users.id')
    .limit(sql.lit(AT_ONCE)),
)

/** Adds the words of people whom another program has added, as during an update or by a restore. Returns how many. */
export async function addMissingWords(db: Db): Promise<number> {
  let added = 0
  let after: string | undefined = ''
  while (after !== undefined) {
    const from: string = after
    const found = await transaction(db, async (trx) => {
      const users = await withoutWords.change(trx, { after: from })
      await insertWords(trx, users)
      return users
    })
    added += found.length
    after = found.length < AT_ONCE ? undefined : found.at(-1)?.id
  }
  return added
}
