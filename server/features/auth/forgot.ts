import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ASK_OPERATOR, LINK_ON_ITS_WAY, NO_MAIL } from '#contract/mail-messages.ts'
import type { RequestMeta } from '#server/auth/audit.ts'
import type { Limits } from '#server/auth/rate-limit.ts'
import type { AppContext } from '#server/context.ts'
import { transaction } from '#server/data/database.ts'
import { RESET_MAIL } from '#server/features/mail/account-mails.ts'
import { addMail } from '#server/features/mail/add-mail.ts'
import { emailKey, userByEmail } from '#server/features/users/users.ts'
import { AppError } from '#server/http/app-error.ts'
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
  await enqueue(db, FORGOT, { payload: { emailKey: key }, dedupe: `forgot ${hashOf(key)}` })
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

/** Counts the request in every limit, even if one is exceeded, so that all requests do the same work. */
async function isWithinLimits(limits: Limits, key: string, network: string): Promise<boolean> {
  const within = await Promise.all([
    takes(limits.spend('forgotAddress', hashOf(key))),
    takes(limits.spend('forgotNetwork', network)),
    takes(limits.spend('forgotSite', 'site')),
  ])
  return within.every(Boolean)
}

function takes(spending: Promise<void>): Promise<boolean> {
  return spending.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'too_many_requests') return false
      throw error
    },
  )
}

/** Limits and dedupe keys contain hashes instead of addresses. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
