import { z } from 'zod'
import type { RequestMeta } from '#server/auth/audit.ts'
import { audit } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { AppError } from '#server/http/app-error.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import { countToDo } from '#server/jobs/jobs.queries.ts'
import { demoAccounts, hasOwnAdmin } from './overview.queries.ts'

const REMOVE = jobKind('demo.remove', z.object({}))
const LEASE_MS = 60_000
const ADMIN_NEEDED = 'Make an account of your own an admin first: the demo admin goes, too.'

interface Removal {
  admin: Viewer
  meta: RequestMeta
}

/** Adds the job that deletes the demo. Throws `conflict` if that would leave the site without an admin. */
export async function removeDemo(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { admin, meta }: Removal,
): Promise<void> {
  if (!(await hasOwnAdmin(db))) throw new AppError('conflict', ADMIN_NEEDED)
  await transaction(db, async (trx, after) => {
    await enqueue(trx, REMOVE, { payload: {}, dedupe: REMOVE.name })
    await audit(trx, meta, { action: 'demo.removed', actorId: admin.id })
    after(jobs.wake)
  })
}

export async function isRemovingDemo(db: Db): Promise<boolean> {
  return (await countToDo(db, REMOVE.name)) > 0
}

type Parts = Pick<AppContext, 'db' | 'events' | 'images' | 'invalidation' | 'jobs'>

/**
 * Registers the job that deletes the demo accounts one by one, each with everything that is theirs. It can run twice: an account
 * that is gone is skipped. `afterwards` deletes what belongs to nobody.
 */
export function removeDemoByJob(
  { db, events, images, invalidation, jobs }: Parts,
  afterwards: () => Promise<void>,
): void {
  const run = async (_payload: object, signal: AbortSignal): Promise<undefined> => {
    for (const { id } of await demoAccounts(db)) {
      signal.throwIfAborted()
      await deleteUser({ db, images }, id)
      events.publish({ type: 'access.changed', userId: id })
    }
    await afterwards()
    invalidation.invalidate('everything')
    return
  }
  jobs.work(REMOVE, run, { limit: 1, lease: LEASE_MS, renews: true })
}
