import { SETTING_DEFAULTS, SETTING_KEYS, type SettingValues } from '#contract/settings/setting-table.ts'
import { AdminSettings } from '#contract/settings/settings.ts'

/** The settings of a site, as an admin sees them: saved ones, the rest at their defaults. */
export function adminSettings(saved: Partial<SettingValues> = {}): AdminSettings {
  const known = SETTING_KEYS.map((key) => {
    const value = saved[key]
    return value === undefined
      ? [key, { value: SETTING_DEFAULTS[key], source: 'default' }]
      : [key, { value, source: 'saved' }]
  })
  return AdminSettings.parse({
    settings: Object.fromEntries(known),
    mail: { mode: 'none', server: null, from: null },
    version: '',
    changed: null,
  })
}
