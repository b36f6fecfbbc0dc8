import type { SettingKey } from '#contract/settings/setting-table.ts'
import type { Db } from '#server/data/database.ts'
import type { SettingRow } from '#server/data/people-rows.ts'

export function savedSettings(db: Db): Promise<Pick<SettingRow, 'key' | 'value'>[]> {
  return db.selectFrom('settings').select(['key', 'value']).execute()
}

interface SettingChange {
  at: string
  /** Null when the account is deleted. */
  username: string | null
}

export function newestChange(db: Db): Promise<SettingChange | undefined> {
  return db
    .selectFrom('settings')
    .leftJoin('users', 'users.id', 'settings.updated_by')
    .select(['settings.updated_at as at', 'users.username'])
    .orderBy('settings.updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The time zone of a user, if they have set one. */
export async function timeZoneOf(db: Db, userId: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst()
  return user?.time_zone ?? null
}

interface Saved {
  key: SettingKey
  value: unknown
  at: string
  adminId: string
}

/** Stores one setting. `null` stands for its default, so that it stays known who changed it when. */
export async function saveSetting(trx: Db, { key, value, at, adminId }: Saved): Promise<void> {
  const columns = { value: JSON.stringify(value), updated_at: at, updated_by: adminId }
  await trx
    .insertInto('settings')
    .values({ key, ...columns })
    .onConflict((known) => known.column('key').doUpdateSet(columns))
    .execute()
}
