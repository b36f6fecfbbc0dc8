import {
  SETTING_DEFAULTS,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  type SettingValues,
} from '#contract/settings/setting-table.ts'
import { SavedSettings } from '#contract/settings/settings.ts'
import type { Invalidation } from '#server/cache/invalidation.ts'
import type { Db } from '#server/data/database.ts'
import { savedSettings } from './settings.queries.ts'

/** How long a process may go without noticing a change of another one that it was not told of. */
const KEPT_MS = 1000

export interface Settings {
  /** The value of a setting, at most a second old. Call it outside of transactions. */
  get<Key extends SettingKey>(key: Key): Promise<SettingValues[Key]>
  /** The settings of the environment, which admins cannot change. */
  readonly locked: Partial<SettingValues>
}

interface SettingsParts {
  db: Db
  locked: Partial<SettingValues>
  invalidation: Pick<Invalidation, 'onInvalidate'>
}

/** The settings that admins change on the site. This process keeps them for a moment and drops them when anybody changes one. */
export function createSettings({ db, locked, invalidation }: SettingsParts): Settings {
  let kept: { values: Promise<SettingValues>; readAt: number } | undefined
  invalidation.onInvalidate((tags) => {
    if (tags === 'everything') kept = undefined
  })

  async function read(): Promise<SettingValues> {
    return { ...SETTING_DEFAULTS, ...(await readSaved(db)), ...locked }
  }

  function current(): Promise<SettingValues> {
    const now = performance.now()
    if (kept && now - kept.readAt <= KEPT_MS) return kept.values
    const reading = { values: read(), readAt: now }
    kept = reading
    reading.values.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.values
  }

  return { locked, get: async (key) => locked[key] ?? (await current())[key] }
}

/** The settings that the environment decides. */
export function lockedSettings(environment: Readonly<Record<string, unknown>>): Partial<SettingValues> {
  const set = SETTING_KEYS.flatMap((key) => {
    const { variable } = SETTINGS[key]
    const value = variable === undefined ? undefined : environment[variable]
    return value === undefined ? [] : [[key, value] as const]
  })
  return SavedSettings.parse(Object.fromEntries(set))
}

/** What admins have saved, without the settings that are back at their default. */
export async function readSaved(db: Db): Promise<Partial<SettingValues>> {
  const rows = await savedSettings(db)
  const saved = rows.flatMap(({ key, value }) => (value === 'null' ? [] : [[key, JSON.parse(value)]]))
  return SavedSettings.parse(Object.fromEntries(saved))
}
