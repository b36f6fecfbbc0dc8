import { z } from 'zod'
import { GROUP_MEMBERS_MAX } from '#contract/people/group-messages.ts'
import type { AppContext } from '#server/context.ts'
import { afterCommit, type Db, transaction } from '#server/data/database.ts'
import { type Notified, tellNotified } from '#server/features/notifications/notify.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import { lockGroups } from './groups.queries.ts'
import {
  confirmedAddress,
  groupIdsOfDomain,
  lockUsersOfDomain,
  setMailDomain,
  usersAfter,
} from './mail-domain.queries.ts'
import { deleteDomainMembers, insertMembers, memberIdsAmong, usersInTooMany } from './members.queries.ts'
import { setMemberships } from './memberships.ts'
import { notifyAdded } from './notices.ts'

const Rule = z.object({ groupId: z.string(), domain: z.string() })
type Rule = z.infer<typeof Rule>

const DOMAIN_MEMBERS = jobKind('add-domain-members', Rule)

/** Users that one query reads, and at most one transaction adds. On SQLite, other writers wait for each. */
const BATCH = 1000
const LEASE_MS = 60_000

type Services = Pick<AppContext, 'events' | 'jobs'>

/**
 * Gives a locked group another domain or none. Those who were members because of the former one leave; a job adds those who have
 * an address of the new one.
 */
export async function changeMailDomain(
  trx: Db,
  { events, jobs }: Services,
  { groupId, from, to }: { groupId: string; from: string | null; to: string | null },
): Promise<void> {
  if (from === to) return
  await setMailDomain(trx, groupId, to)
  if (await deleteDomainMembers(trx, groupId))
    afterCommit(trx, () => events.publish({ type: 'access.changed' }))
  if (to === null) return
  await enqueue(trx, DOMAIN_MEMBERS, { payload: { groupId, domain: to } })
  afterCommit(trx, jobs.wake)
}

/** Adds the existing users of a domain to its group. */
export function workOnMailDomains(site: Services & { db: Db }): void {
  site.jobs.work(DOMAIN_MEMBERS, (rule, signal) => addDomainMembers(site, rule, signal), {
    limit: 1,
    lease: LEASE_MS,
    renews: true,
  })
}

async function addDomainMembers(
  { db, ...services }: Services & { db: Db },
  rule: Rule,
  signal: AbortSignal,
): Promise<undefined> {
  let after: string | undefined = ''
  while (after !== undefined) {
    signal.throwIfAborted()
    const users = await usersAfter(db, { domain: rule.domain, after, most: BATCH })
    const ids = users.filter(({ is_of_domain }) => is_of_domain === 1).map(({ id }) => id)
    const notified = await transaction(db, (trx) => joinByDomain(trx, rule, ids))
    if (notified === undefined) return
    tellNotified(services, notified)
    after = users.length < BATCH ? undefined : users.at(-1)?.id
  }
}

/**
 * Makes those of these users members who still have such an address, unless they or the group have reached a limit. Returns
 * `undefined` when the group has another domain meanwhile.
 */
async function joinByDomain(
  trx: Db,
  { groupId, domain }: Rule,
  ids: string[],
): Promise<Notified | undefined> {
  const users = await lockUsersOfDomain(trx, domain, ids)
  const [group] = await lockGroups(trx, [groupId])
  if (group?.mail_domain !== domain) return undefined
  const [members, full] = await Promise.all([memberIdsAmong(trx, groupId, users), usersInTooMany(trx, users)])
  const added = users
    .filter((id) => !(members.has(id) || full.has(id)))
    .slice(0, Math.max(0, GROUP_MEMBERS_MAX - group.members_count))
  if (added.length > 0)
    await insertMembers(trx, added, { group_id: groupId, source: 'domain', added_by: null })
  return notifyAdded(trx, groupId, { userIds: added })
}

/**
 * Makes a user whose row is locked a member of the groups of the domain of their confirmed address, and of no other groups because of
 * a domain.
 */
export async function followAddress(trx: Db, services: Services, userId: string): Promise<void> {
  const address = await confirmedAddress(trx, userId)
  const domain = address?.slice(address.lastIndexOf('@') + 1)
  const wanted = domain === undefined ? [] : await groupIdsOfDomain(trx, domain)
  await setMemberships(trx, services, {
    userId,
    source: 'domain',
    wanted,
    isStillWanted: ({ mail_domain }) => mail_domain === domain,
  })
}
