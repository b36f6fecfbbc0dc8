import { sql } from 'kysely'
import { type NotificationKind, SETTING_DEFAULTS } from '#contract/notification-kinds.ts'
import type { MailSetting } from '#contract/notifications.ts'
import type { Db } from '#server/data/database.ts'

/** A user with what they have set for one kind. */
export interface Recipient {
  id: string
  app: boolean
  mail: MailSetting
  timeZone: string | null
}

/** Users with their setting for `kind`, without an order. */
function recipientRows(db: Db, kind: NotificationKind) {
  return db
    .selectFrom('users')
    .leftJoin('notification_settings as settings', (join) =>
      join.onRef('settings.user_id', '=', 'users.id').on('settings.kind', '=', kind),
    )
    .select(['users.id', 'users.time_zone', 'settings.app', 'settings.mail'])
}

type RecipientRow = Awaited<ReturnType<ReturnType<typeof recipientRows>['execute']>>[number]

function recipientOf(kind: NotificationKind, { id, time_zone, app, mail }: RecipientRow): Recipient {
  const { app: appByDefault, mail: mailByDefault } = SETTING_DEFAULTS[kind]
  return {
    id,
    app: app === null ? appByDefault : app === 1,
    mail: mail ?? mailByDefault,
    timeZone: time_zone,
  }
}

export async function recipientsAmong(db: Db, kind: NotificationKind, ids: string[]): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const rows = await recipientRows(db, kind).where('users.id', 'in', ids).execute()
  return rows.map((row) => recipientOf(kind, row))
}

export async function adminIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('is_admin', '=', sql.lit(1)).execute()
  return rows.map(({ id }) => id)
}
