import { z } from 'zod'
import { REAUTH_FIELDS } from '#contract/account/reauth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { DOMAIN_WRONG, MailDomain } from '#contract/mail/mail-domain.ts'
import { REGISTRATION_POLICIES, type SettingKey, SITE_ACCESSES, TEACHER_POLICIES } from './setting-values.ts'

const DOMAINS_MAX = 100

/** What each setting may be. */
const SETTINGS = {
  registration: z.enum(REGISTRATION_POLICIES, 'Registration must be open, domain, invitation or closed.'),
  registrationDomains: z
    .array(MailDomain, DOMAIN_WRONG)
    .max(DOMAINS_MAX, `Enter at most ${DOMAINS_MAX} domains.`)
    .transform((domains) => [...new Set(domains)]),
  teachers: z.enum(TEACHER_POLICIES, 'Teachers must be open, request or invitation.'),
  siteAccess: z.enum(SITE_ACCESSES, 'Site access must be open or members.'),
} as const satisfies Record<SettingKey, z.ZodType>

export const SavedSettings = z.object(SETTINGS).partial()

/** Null takes a setting back to its default. */
export const SettingChanges = z
  .object({
    registration: SETTINGS.registration.nullable(),
    registrationDomains: SETTINGS.registrationDomains.nullable(),
    teachers: SETTINGS.teachers.nullable(),
    siteAccess: SETTINGS.siteAccess.nullable(),
  })
  .partial()
export type SettingChanges = z.infer<typeof SettingChanges>

const Source = z.enum(['default', 'saved', 'environment'])
const known = <Value extends z.ZodType>(value: Value) => z.object({ value, source: Source })

export const AdminSettings = z
  .object({
    settings: z.object({
      registration: known(z.enum(REGISTRATION_POLICIES)),
      registrationDomains: known(z.array(z.string())),
      teachers: known(z.enum(TEACHER_POLICIES)),
      siteAccess: known(z.enum(SITE_ACCESSES)),
    }),
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
    summary: 'Change settings of the site; needs the password or a passkey',
    body: z.object({
      version: z.string('Version is missing.').max(64, 'Version is wrong.'),
      changes: SettingChanges,
      ...REAUTH_FIELDS,
    }),
    reply: AdminSettings.extend(WriteReply.shape),
  }),
}
