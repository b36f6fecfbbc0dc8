import type { NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { NotificationSetting } from '#contract/notifications/notifications.ts'
import type { Db } from '#server/data/database.ts'
import { excluded } from '#server/data/prepared.ts'

type Setting = Pick<NotificationSetting, 'app' | 'mail'>

/** The settings that a user has changed. */
export async function changedSettings(db: Db, userId: string): Promise<Map<NotificationKind, Setting>> {
  const rows = await db
    .selectFrom('notification_settings')
    .select(['kind', 'app', 'mail'])
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map(({ kind, app, mail }) => [kind, { app: app === 1, mail }]))
}

export async function writeSettings(
  trx: Db,
  userId: string,
  settings: readonly NotificationSetting[],
): Promise<void> {
  if (settings.length === 0) return
  await trx
    .insertInto('notification_settings')
    .values(settings.map(({ kind, app, mail }) => ({ user_id: userId, kind, app: app ? 1 : 0, mail })))
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(excluded(['app', 'mail'])))
    .execute()
}

export async function userExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function timeZoneOf(db: Db, userId: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst()
  return user?.time_zone ?? null
}

/** `timeZone` is an IANA name. */
export async function writeTimeZone(trx: Db, userId: string, timeZone: string): Promise<void> {
  await trx.updateTable('users').set({ time_zone: timeZone }).where('id', '=', userId).execute()
}
