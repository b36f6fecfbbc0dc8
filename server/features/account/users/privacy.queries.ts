import type { Privacy } from '#contract/insight/privacy.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

const privacyOf = prepared((db, params: Params<{ userId: string }>) =>
  db
    .selectFrom('users')
    .select(['progress_shown', 'progress_told_at'])
    .where('id', '=', params.value('userId')),
)

/** Whether teachers may see the progress of a user, and whether the user was told who sees it. */
export async function readPrivacy(db: Db, userId: string): Promise<Privacy> {
  const [row] = await privacyOf(db, { userId })
  return { progressShown: row?.progress_shown === 1, told: row?.progress_told_at != null }
}

/** What a user was told once is not untold. */
export async function writePrivacy(
  trx: Db,
  userId: string,
  { progressShown, told }: { progressShown: boolean; told?: true | undefined },
): Promise<void> {
  await trx
    .updateTable('users')
    .set(({ fn, val }) => ({
      progress_shown: progressShown ? 1 : 0,
      ...(told && { progress_told_at: fn.coalesce('progress_told_at', val(new Date().toISOString())) }),
    }))
    .where('id', '=', userId)
    .execute()
}
