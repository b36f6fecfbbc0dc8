import { z } from 'zod'
import { ASK_OPERATOR, LINK_ON_ITS_WAY, NO_MAIL } from '#contract/mail/mail-messages.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import { isWithinLimit, type Limits } from '#server/auth/rate-limit.ts'
import type { AppContext } from '#server/context.ts'
import { transaction } from '#server/data/database.ts'
import { emailKey, userByEmail } from '#server/features/account/users/users.ts'
import { RESET_MAIL } from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { addressHash } from '#server/features/mail/link-limits.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { jobKind } from '#server/jobs/kind.ts'

const FORGOT = jobKind('forgot', z.object({ emailKey: z.string() }))
const SENTENCE = { smtp: LINK_ON_ITS_WAY, outbox: ASK_OPERATOR, none: NO_MAIL } as const

/**
 * Sends a link to a new password if the address has an account. The request does not look the account up: it adds the same job
 * for every address, so neither its answer nor its duration reveals whether there is an account. Returns the message of the
 * reply.
 */
export async function askForLink(context: AppContext, email: string, meta: RequestMeta): Promise<string> {
  const { db, jobs, limits, mail } = context
  const key = emailKey(email)
  const sentence = SENTENCE[mail.mode]
  if (mail.mode === 'none' || !(await isWithinLimits(limits, key, meta.network))) return sentence
  await enqueue(db, FORGOT, { payload: { emailKey: key }, dedupe: `forgot ${addressHash(key)}` })
  jobs.wake()
  return sentence
}

/** Registers the job that finds the account and adds its mail. */
export function sendForgottenLinks({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): void {
  const run = async ({ emailKey: key }: { emailKey: string }): Promise<undefined> => {
    await transaction(db, async (trx, after) => {
      const account = await userByEmail(trx, key)
      if (!account || account.isSuspended) return
      await addMail(trx, { userId: account.id, kind: RESET_MAIL, data: {} })
      after(jobs.wake)
    })
    return
  }
  jobs.work(FORGOT, run, { limit: 2, lease: 60_000 })
}

/**
 * A request over one limit does not count in the next, so one network cannot use up the limit of the site. None of the limits
 * depends on whether the address has an account.
 */
async function isWithinLimits(limits: Limits, key: string, network: string): Promise<boolean> {
  return (
    (await isWithinLimit(limits, 'forgotNetwork', network)) &&
    (await isWithinLimit(limits, 'forgotAddress', addressHash(key))) &&
    (await isWithinLimit(limits, 'forgotSite', 'site'))
  )
}
