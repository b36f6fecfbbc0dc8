import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { ImportLine } from '#contract/people/imports.ts'
import { DAYS_DEFAULT } from '#contract/people/invitation-messages.ts'
import type { AppContext } from '#server/context.ts'
import { type AfterCommit, type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { emailKey } from '#server/features/account/users/users.ts'
import { type Notified, tellNotified } from '#server/features/notifications/notify.ts'
import { joinGroup } from '#server/features/people/groups/members.ts'
import { notifyAdded } from '#server/features/people/groups/notices.ts'
import { inviteByMail } from '#server/features/people/invitations/invite.ts'
import { AppError } from '#server/http/app-error.ts'
import { jobKind } from '#server/jobs/enqueue.ts'
import { roleOf } from './check-lines.ts'
import {
  accountsByAddress,
  findImport,
  groupsByName,
  type ImportProgress,
  readProgress,
  updateImport,
} from './imports.queries.ts'
import { storedLines, usableLines } from './stored-lines.ts'

/** Invites the people of a checked file. */
export const RUN_IMPORT = jobKind('imports.run', z.object({ id: z.string(), sendMail: z.boolean() }))
type Run = z.infer<typeof RUN_IMPORT.payload>

const AT_ONCE = 100
/** On SQLite requests wait for a step: the rest between two of them leaves nearly all of the time to requests. */
const REST_MS = 1000
const LEASE_MS = 30_000

type Context = Pick<AppContext, 'db' | 'events' | 'jobs'> & { log: FastifyBaseLogger }

/** Registers the job. */
export function runImports({
  app,
  db,
  events,
  jobs,
}: Pick<AppContext, 'app' | 'db' | 'events' | 'jobs'>): void {
  const context = { db, events, jobs, log: app.log }
  jobs.work(RUN_IMPORT, (run, signal) => inviteAll(context, run, signal), {
    limit: 1,
    lease: LEASE_MS,
    renews: true,
  })
}

/** Each step of 100 people is one transaction with its progress: after a crash another process goes on where it ended. */
async function inviteAll(context: Context, run: Run, signal: AbortSignal): Promise<undefined> {
  const { db, events, jobs } = context
  const row = await findImport(db, run.id)
  if (!row) return
  const { lines, total } = storedLines(row)
  const usable = usableLines(lines)
  for (;;) {
    signal.throwIfAborted()
    const now = await transaction(db, (trx, after) => inviteNext(context, { trx, after, run, lines: usable }))
    if (!now) return
    const { state, done_count: done, created_by: userId } = now
    if (userId !== null)
      events.publish({
        type: 'user',
        userId,
        event: { type: 'import', importId: run.id, state, done, total },
      })
    jobs.wake()
    if (state === 'done') return
    await wait(REST_MS, undefined, { signal })
  }
}

interface Step {
  trx: Db
  after: AfterCommit
  run: Run
  lines: readonly ImportLine[]
}

/** Invites the next people. Returns the progress; `undefined` if there is nothing left to do. */
async function inviteNext(context: Context, step: Step): Promise<ImportProgress | undefined> {
  const { trx, run, lines } = step
  await lockToChange(trx, 'imports', { id: run.id })
  const row = await readProgress(trx, run.id)
  if (row?.state !== 'running') return undefined
  const next = lines.slice(row.done_count, row.done_count + AT_ONCE)
  await invite(context, { ...step, lines: next }, row)
  const done_count = row.done_count + next.length
  const state = done_count >= lines.length ? 'done' : 'running'
  await updateImport(trx, run.id, { done_count, state })
  return { ...row, done_count, state }
}

/** Adds those who have an account to the groups, and invites the others. What has changed since the check counts. */
async function invite(
  context: Context,
  { trx, after, run, lines }: Step,
  row: ImportProgress,
): Promise<void> {
  const { created_by: createdBy, id: importId } = row
  const accounts = await accountsByAddress(
    trx,
    lines.map(({ email }) => emailKey(email)),
  )
  const groups = await groupsByName(
    trx,
    lines.flatMap((line) => line.groups.map(sortKey)),
  )
  const people = lines.map(({ name, email, role, groups: names }) => ({
    email,
    username: name,
    role: roleOf(role) ?? 'Student',
    groupIds: names.flatMap((each) => groups.get(sortKey(each)) ?? []),
  }))
  const known = people.flatMap(({ email, groupIds }) => {
    const account = accounts.get(emailKey(email))
    return account ? groupIds.map((groupId) => ({ userId: account.id, groupId })) : []
  })
  for (const [groupId, members] of Map.groupBy(known, (each) => each.groupId)) {
    const userIds = members.map(({ userId }) => userId)
    const notified = await addKnown(context, trx, { groupId, userIds, addedBy: createdBy })
    after(() => tellNotified(context, notified))
  }
  const strangers = people.filter(({ email }) => !accounts.has(emailKey(email)))
  await inviteByMail(trx, strangers, { days: DAYS_DEFAULT, createdBy, importId, sendsMail: run.sendMail })
}

interface Adding {
  groupId: string
  userIds: readonly string[]
  addedBy: string | null
}

/** One person who cannot be added, for example because the group is full by now, does not stop the others. */
async function addKnown({ log }: Context, trx: Db, { groupId, userIds, addedBy }: Adding): Promise<Notified> {
  const added: string[] = []
  for (const userId of userIds) {
    try {
      added.push(...(await joinGroup(trx, { groupId, userIds: [userId], source: 'hand', addedBy })))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ groupId, userId, reason: error.message }, 'a person of a file was not added')
    }
  }
  return notifyAdded(trx, groupId, { userIds: added, ...(addedBy !== null && { actorId: addedBy }) })
}
