import type { Privacy } from '#contract/insight/privacy.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { readPrivacy, writePrivacy } from '#server/features/account/users/privacy.queries.ts'
import { writeName } from './counting/counting.queries.ts'

export const privacyOf = (db: Db, viewer: Viewer): Promise<Privacy> => readPrivacy(db, viewer.id)

/** Shows or hides the name of a user among the learners of all playlists, at once. */
export function changePrivacy(
  db: Db,
  viewer: Viewer,
  change: { progressShown: boolean; told?: true | undefined },
): Promise<Privacy> {
  return transaction(db, async (trx) => {
    await writePrivacy(trx, viewer.id, change)
    await writeName(trx, viewer.id)
    return readPrivacy(trx, viewer.id)
  })
}
