import { z } from 'zod'
import { MailMode } from '#contract/account/auth-options.ts'
import { REAUTH_FIELDS } from '#contract/account/reauth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { IMAGE_REQUIRED, ImageRef } from '#contract/media/media.ts'
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
    mail: z.object({
      mode: MailMode,
      /** The host of the mail server. */
      server: z.string().nullable(),
      /** The sender of mails. */
      from: z.string().nullable(),
    }),
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
  logo: endpoint('settings.logo', {
    summary: 'Upload a picture that a change of the settings can name as the logo',
    rate: 'upload',
    body: z.object({}),
    imageRequired: IMAGE_REQUIRED,
    reply: z.object({ name: z.string(), logo: ImageRef }),
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
