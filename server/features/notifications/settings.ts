import {
  defaultSetting,
  KINDS,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '#contract/notifications/notification-kinds.ts'
import {
  type NotificationSetting,
  type NotificationSettings,
  TIME_ZONE_UNKNOWN,
} from '#contract/notifications/notifications.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { isTimeZone, SITE_TIME_ZONE } from '#server/data/time-zones.ts'
import { invalid } from '#server/http/app-error.ts'
import { changedSettings, timeZoneOf, userExists, writeSettings, writeTimeZone } from './settings.queries.ts'

const DAILY_AT = '08:00'

/** The user's settings for each kind that they can get. */
export async function readSettings(db: Db, { id, isAdmin }: Viewer): Promise<NotificationSettings> {
  const [changed, timeZone] = await Promise.all([changedSettings(db, id), timeZoneOf(db, id)])
  const kinds = NOTIFICATION_KINDS.filter((kind) => isAdmin || !KINDS[kind].setting.adminsOnly)
  const settings = kinds.map((kind) => ({ kind, ...(changed.get(kind) ?? defaultSetting(kind)) }))
  return { settings, timeZone: timeZone ?? SITE_TIME_ZONE, dailyAt: DAILY_AT }
}

interface Changes {
  settings?: readonly NotificationSetting[] | undefined
  timeZone?: string | undefined
}

/** Throws `invalid` for a time zone that does not exist. */
export async function changeSettings(
  db: Db,
  viewer: Viewer,
  { settings = [], timeZone }: Changes,
): Promise<NotificationSettings> {
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw invalid('timeZone', TIME_ZONE_UNKNOWN)
  await transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: viewer.id })
    await writeSettings(trx, viewer.id, settings)
    if (timeZone !== undefined) await writeTimeZone(trx, viewer.id, timeZone)
  })
  return readSettings(db, viewer)
}

/** Turns off the mails of these kinds and keeps the app setting. Does nothing for a deleted user. */
export async function stopMails(db: Db, userId: string, kinds: NotificationKind[]): Promise<void> {
  await transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: userId })
    const changed = await changedSettings(trx, userId)
    const settings = kinds.map((kind) => ({
      kind,
      app: (changed.get(kind) ?? defaultSetting(kind)).app,
      mail: 'never' as const,
    }))
    if (await userExists(trx, userId)) await writeSettings(trx, userId, settings)
  })
}
