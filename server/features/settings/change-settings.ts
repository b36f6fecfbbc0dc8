import type { Reauth } from '#contract/account/reauth.ts'
import { DOMAIN_WRONG } from '#contract/mail/mail-domain.ts'
import {
  SETTING_DEFAULTS,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
  type SettingValues,
} from '#contract/settings/setting-table.ts'
import { lockedBy } from '#contract/settings/setting-values.ts'
import { AdminSettings, type SettingChanges } from '#contract/settings/settings.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import { reauthenticate } from '#server/auth/reauth.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockTable } from '#server/data/locks.ts'
import { rejectDuringUpdate } from '#server/data/site-row.ts'
import { SITE_TIME_ZONE, timeIn } from '#server/data/time-zones.ts'
import { findImage } from '#server/features/media/media.queries.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { newestChange, saveSetting, timeZoneOf } from './settings.queries.ts'
import { readSaved } from './settings.ts'

type Parts = Pick<AppContext, 'db' | 'images' | 'mail' | 'passkeys' | 'settings' | 'throttle'>

/** The settings as an admin sees them, read from the database. */
export async function adminSettings(
  db: Db,
  { mail, settings: { locked } }: Pick<AppContext, 'mail' | 'settings'>,
): Promise<AdminSettings> {
  const [saved, newest] = await Promise.all([readSaved(db), newestChange(db)])
  const known = (key: SettingKey) => {
    if (locked[key] !== undefined) return { value: locked[key], source: 'environment' }
    if (saved[key] !== undefined) return { value: saved[key], source: 'saved' }
    return { value: SETTING_DEFAULTS[key], source: 'default' }
  }
  return AdminSettings.parse({
    settings: Object.fromEntries(SETTING_KEYS.map((key) => [key, known(key)])),
    mail: { mode: mail.mode, server: mail.server, from: mail.from },
    version: newest?.at ?? '',
    changed: newest ? { by: newest.username, at: newest.at } : null,
  })
}

interface SettingsChange {
  admin: Viewer
  meta: RequestMeta
  version: string
  changes: SettingChanges
  proof: Reauth
}

/**
 * Changes settings. Throws `conflict` for a setting of the environment and for another version than the stored one, and
 * `invalid` for values that do not go together.
 */
export async function changeSettings(parts: Parts, change: SettingsChange): Promise<void> {
  const { db, settings } = parts
  const { admin, meta, version, changes, proof } = change
  rejectLocked(changes, settings.locked)
  if (Object.values(changes).some((value) => value !== null)) await rejectDuringUpdate(db)
  await rejectUseless(parts, changes)
  if (changes.logo && !(await findImage(db, changes.logo))) throw invalid('logo', 'Choose the logo again.')
  const needsProof = entriesOf(changes).some(([key]) => SETTINGS[key].section === 'people')
  if (needsProof) await reauthenticate(parts, { viewer: admin, meta }, proof)
  const before = await transaction(db, async (trx) => {
    await lockTable(trx, 'settings')
    const before = await readSaved(trx)
    const newest = await newestChange(trx)
    if ((newest?.at ?? '') !== version) throw await changedMeanwhile(trx, admin, newest)
    const at = timeAfter(version)
    for (const [key, value] of entriesOf(changes)) {
      await saveSetting(trx, { key, value, at, adminId: admin.id })
      const detail = {
        setting: key,
        from: textOf(before[key] ?? SETTING_DEFAULTS[key]),
        to: textOf(value ?? SETTING_DEFAULTS[key]),
      }
      await audit(trx, meta, { action: 'settings.changed', actorId: admin.id, detail })
    }
    return before
  })
  if (changes.logo !== undefined && before.logo) await parts.images.release([before.logo])
}

function entriesOf(changes: SettingChanges): (readonly [SettingKey, SettingValues[SettingKey] | null])[] {
  return SETTING_KEYS.flatMap((key) => {
    const value = changes[key]
    return value === undefined ? [] : [[key, value] as const]
  })
}

function rejectLocked(changes: SettingChanges, locked: Partial<SettingValues>): void {
  for (const [key] of entriesOf(changes)) {
    const { variable } = SETTINGS[key]
    if (variable !== undefined && locked[key] !== undefined)
      throw new AppError('conflict', lockedBy(variable))
  }
}

/** A value as the audit shows it. */
function textOf(value: SettingValues[SettingKey]): string {
  const isPlain = value === null || typeof value !== 'object' || Array.isArray(value)
  return isPlain ? String(value ?? '') : JSON.stringify(value)
}

/** Registration by domain needs mail and at least one domain. */
async function rejectUseless({ mail, settings }: Parts, changes: SettingChanges): Promise<void> {
  const registration =
    changes.registration === undefined ? await settings.get('registration') : (changes.registration ?? 'open')
  if (registration !== 'domain') return
  if (changes.registration !== undefined && mail.mode === 'none')
    throw invalid('registration', 'This needs mail. Set SMTP_URL first.')
  const domains =
    changes.registrationDomains === undefined
      ? await settings.get('registrationDomains')
      : (changes.registrationDomains ?? [])
  if (domains.length === 0) throw invalid('registrationDomains', DOMAIN_WRONG)
}

/** Two changes never have the same time, because it is the version. */
function timeAfter(version: string): string {
  const former = version === '' ? 0 : Date.parse(version)
  return new Date(Math.max(Date.now(), former + 1)).toISOString()
}

async function changedMeanwhile(
  db: Db,
  reader: Viewer,
  newest: { at: string; username: string | null } | undefined,
): Promise<AppError> {
  const zone = (await timeZoneOf(db, reader.id)) ?? SITE_TIME_ZONE
  const time = newest ? timeIn(zone, Date.parse(newest.at)) : ''
  const who = newest?.username ?? 'Somebody'
  return new AppError('conflict', `${who} changed the settings at ${time}. Look at them again.`)
}
