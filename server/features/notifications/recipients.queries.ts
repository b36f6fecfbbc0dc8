import { sql } from 'kysely'
import type { MailSetting } from '#contract/notifications/notification-fields.ts'
import { defaultSetting, type NotificationKind } from '#contract/notifications/notification-kinds.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

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
export interface RecipientRow {
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
