import type { SettingValues } from '#contract/settings/setting-table.ts'
import type { TestApp } from './test-app.ts'

/** Saves settings as if an admin had done it before. */
export async function saveSettings({ db, context }: TestApp, values: Partial<SettingValues>): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
    updated_at: new Date().toISOString(),
    updated_by: null,
  }))
  await db.insertInto('settings').values(rows).execute()
  context.invalidation.invalidate('everything')
}
