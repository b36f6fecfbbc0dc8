import type { Db } from '#server/data/database.ts'
import { type Notified, notify } from '#server/features/notifications/notify.ts'

const DAY_DIGITS = 10

/** Notifies people that they are members of a group now, once a day at most: a removal may be undone. */
export function notifyAdded(
  trx: Db,
  groupId: string,
  { userIds, actorId }: { userIds: readonly string[]; actorId?: string },
): Promise<Notified> {
  const today = new Date().toISOString().slice(0, DAY_DIGITS)
  return notify(trx, {
    kind: 'group',
    userIds,
    actorId,
    subject: { kind: 'group', id: groupId },
    dedupe: `group ${groupId} ${today}`,
  })
}
