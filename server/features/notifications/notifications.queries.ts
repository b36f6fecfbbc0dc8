import { sql } from 'kysely'
import type { MailSetting } from '#contract/notifications/notification-fields.ts'
import { defaultSetting, type NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import type { NotificationRow } from '#server/data/notification-rows.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

/** What the notifications of one notice have in common. */
export type CommonColumns = Omit<NotificationRow, 'id' | 'user_id' | 'app' | 'read_at' | 'mail_at'>
type OwnColumns = Pick<NotificationRow, 'id' | 'user_id' | 'app' | 'mail_at'>

/**
 * Skips users that have a notification with the same key. Returns the ids of the others. A notification that is only for a
 * mail counts as read.
 */
export async function insertNotifications(
  trx: Db,
  common: CommonColumns,
  rows: OwnColumns[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const { kind, subject_kind, subject_id, group_id, actor_id, data, dedupe_key, created_at } = common
  const own = valuesTable(trx, 'own', {
    id: rows.map(({ id }) => id),
    user_id: rows.map(({ user_id }) => user_id),
    app: rows.map(({ app }) => app),
    mail_at: rows.map(({ mail_at }) => mail_at ?? ''),
  })
  const text = (value: string | null) => sql`cast(${value} as text)`
  const { rows: added } = await sql<{ user_id: string }>`
    insert into notifications (id, user_id, kind, subject_kind, subject_id, group_id, actor_id, data, dedupe_key,
      created_at, read_at, app, mail_at)
    select own.id, own.user_id, ${sql.join(
      [kind, subject_kind, subject_id, group_id, actor_id, data, dedupe_key, created_at].map(text),
    )}, case when own.app = 1 then null else ${text(created_at)} end, own.app, nullif(own.mail_at, '')
    from ${own} where true
    on conflict (user_id, dedupe_key) do nothing returning user_id`.execute(trx)
  return new Set(added.map(({ user_id }) => user_id))
}

/** These users can be notified with this key again. The old notifications keep it with their id. */
export async function releaseKey(db: Db, userIds: string[], dedupeKey: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ dedupe_key: sql`dedupe_key || ' ' || id` })
    .where('user_id', 'in', userIds)
    .where('dedupe_key', '=', dedupeKey)
    .execute()
}

/** Whether one of these users has a notification since that time whose key was released. */
export async function wasReleased(
  db: Db,
  userIds: string[],
  { dedupeKey, since }: { dedupeKey: string; since: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', 'in', userIds)
    .where('dedupe_key', 'like', `${dedupeKey} %`)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A user with their settings for one kind. */
export interface Recipient {
  id: string
  app: boolean
  mail: MailSetting
  timeZone: string | null
}

const recipientRows = prepared((db, params: Params<{ kind: string; ids: string[] }>) =>
  db
    .selectFrom('users')
    .leftJoin('notification_settings as settings', (join) =>
      join
        .onRef('settings.user_id', '=', 'users.id')
        .on('settings.kind', '=', sql<NotificationKind>`${params.value('kind')}`),
    )
    .select(['users.id', 'users.time_zone', 'settings.app', 'settings.mail'])
    .where(params.among('users.id', 'ids')),
)

/** A user's row with the columns of their setting, which are null by default. */
interface RecipientRow {
  id: string
  time_zone: string | null
  app: number | null
  mail: MailSetting | null
}

export function recipientOf(kind: NotificationKind, { id, time_zone, app, mail }: RecipientRow): Recipient {
  const setting = defaultSetting(kind)
  return {
    id,
    app: app === null ? setting.app : app === 1,
    mail: mail ?? setting.mail,
    timeZone: time_zone,
  }
}

/** The settings of those of these users that still exist, in any order. */
export async function recipientsAmong(db: Db, kind: NotificationKind, ids: string[]): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const rows = await recipientRows(db, { kind, ids })
  return rows.map((row) => recipientOf(kind, row))
}

export async function adminIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('is_admin', '=', sql.lit(1)).execute()
  return rows.map(({ id }) => id)
}
