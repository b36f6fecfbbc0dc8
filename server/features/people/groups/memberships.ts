import { GROUP_MEMBERS_MAX, GROUPS_OF_PERSON_MAX } from '#contract/people/group-messages.ts'
import type { MemberSource } from '#contract/people/groups.ts'
import type { AppContext } from '#server/context.ts'
import { afterCommit, type Db } from '#server/data/database.ts'
import { type Notified, tellNotified } from '#server/features/notifications/notify.ts'
import { type LockedGroup, lockGroups } from './groups.queries.ts'
import { deleteMember, insertMembers, membershipsOf } from './members.queries.ts'
import { notifyAdded } from './notices.ts'

interface Wanted {
  userId: string
  source: MemberSource
  /** The ids of the groups. */
  wanted: readonly string[]
  /** Asked again when the group is locked. */
  isStillWanted: (group: LockedGroup) => boolean
}

/**
 * Makes a user whose row is locked a member of these groups, and of no others from the same source. Memberships of another source
 * stay as they are. Full groups, and groups over the limit of one person, are left out.
 */
export async function setMemberships(
  trx: Db,
  { events, jobs }: Pick<AppContext, 'events' | 'jobs'>,
  { userId, source, wanted, isStillWanted }: Wanted,
): Promise<void> {
  const present = await membershipsOf(trx, userId)
  const left = present
    .filter((each) => each.source === source && !wanted.includes(each.id))
    .map(({ id }) => id)
  const isPresent = (id: string) => present.some((each) => each.id === id)
  const free = GROUPS_OF_PERSON_MAX - present.length + left.length
  const joined = wanted.filter((id) => !isPresent(id)).slice(0, Math.max(0, free))
  if (left.length + joined.length === 0) return
  const groups = await lockGroups(trx, [...left, ...joined])
  for (const id of left) await deleteMember(trx, id, userId)
  const open = groups.filter(
    (group) => joined.includes(group.id) && isStillWanted(group) && group.members_count < GROUP_MEMBERS_MAX,
  )
  const notified: Notified[] = []
  for (const { id } of open) {
    await insertMembers(trx, [userId], { group_id: id, source, added_by: null })
    notified.push(await notifyAdded(trx, id, { userIds: [userId] }))
  }
  afterCommit(trx, () => {
    if (left.length > 0) events.publish({ type: 'access.changed', userId })
    tellNotified({ events, jobs }, ...notified)
  })
}
