import { OWN_WORK } from '#contract/review/approval-messages.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { AppError } from '#server/http/app-error.ts'
import { hasOtherAdmin } from './reviewers.queries.ts'

/** Whether admins may review their own work (teaching.md, "States and edge cases"). */
export type SelfReview = 'only-admin' | 'always' | 'never'

/** Throws the `forbidden` AppError when this is the admin's own work and another admin has to review it. */
export async function checkReviewer(
  db: Db,
  { admin, selfReview }: { admin: Viewer; selfReview: SelfReview },
  teacherId: string,
): Promise<void> {
  if (!admin.isAdmin || teacherId !== admin.id || selfReview === 'always') return
  if (selfReview === 'never' || (await hasOtherAdmin(db, admin.id))) throw new AppError('forbidden', OWN_WORK)
}
