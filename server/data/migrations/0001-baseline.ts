import type { Kysely } from 'kysely'
import { createAccounts } from './baseline/account.ts'
import { createCatalog } from './baseline/catalog.ts'
import { countComments } from './baseline/comment-totals.ts'
import { createLearning } from './baseline/learning.ts'
import { createNotificationTables } from './baseline/notifications.ts'
import { createReactions } from './baseline/reactions.ts'
import { createReview } from './baseline/review.ts'
import { createSearch } from './baseline/search.ts'
import { createSecondStep } from './baseline/second-step.ts'
import { createTotals } from './baseline/totals.ts'
import { createVideoTables } from './baseline/video.ts'

/** The tables of version 0.1.0, in an order in which each refers to tables before it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db)
  await createSecondStep(db)
  await createCatalog(db)
  await createReview(db)
  await createReactions(db)
  await createLearning(db)
  await createNotificationTables(db)
  await createVideoTables(db)
  await createSearch(db)
  await createTotals(db)
  await countComments(db)
}
