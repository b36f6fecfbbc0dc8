import { z } from 'zod'
import { REAUTH_FIELDS } from '#contract/account/reauth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { settingShape } from './setting-table.ts'

export const SavedSettings = z.object(settingShape('schema')).partial()

/** Null takes a setting back to its default. */
export const SettingChanges = z.object(settingShape('change')).partial()
export type SettingChanges = z.infer<typeof SettingChanges>

export const AdminSettings = z
  .object({
    settings: z.object(settingShape('known')),
    /** A change must name the version that it is about. */
    version: z.string(),
    /** The newest change; `by` is null when the account is deleted. */
    changed: z.object({ by: z.string().nullable(), at: Timestamp }).nullable(),
  })
  .meta({ id: 'AdminSettings' })
export type AdminSettings = z.infer<typeof AdminSettings>

export const settingsApi = {
  get: endpoint('settings.get', {
    summary: 'The settings of the site and where they come from',
    reply: AdminSettings,
  }),
  update: endpoint('settings.update', {
    summary: 'Change settings of the site; those for people need the password or a passkey',
    body: z.object({
      version: z.string('Version is missing.').max(64, 'Version is wrong.'),
      changes: SettingChanges,
      ...REAUTH_FIELDS,
    }),
    reply: AdminSettings.extend(WriteReply.shape),
  }),
}
