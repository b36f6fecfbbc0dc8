import { z } from 'zod'
import { FIGURES } from '#contract/insight/figures.ts'
import { DOMAIN_WRONG, MailDomain } from '#contract/mail/mail-domain.ts'
import { REVIEW_EDITS } from '#contract/review/review.ts'
import {
  ACCENT,
  PROVIDER_ACCOUNTS,
  REGISTRATION_POLICIES,
  type SettingSection,
  SITE_ACCESSES,
  SITE_NAME_MAX,
  TEACHER_POLICIES,
  WELCOME_MAX,
} from './setting-values.ts'

const DOMAINS_MAX = 100
const QUOTA_GB_MAX = 100_000
const QUOTA_WRONG = `Enter a whole number from 0 to ${QUOTA_GB_MAX}.`
const COLOUR_WRONG = 'Enter a colour like #0D6348.'
const ACCESS_WRONG = 'Site access must be open or members.'
const REGISTRATION_WRONG = 'Registration must be open, domain, invitation or closed.'
const TEACHERS_WRONG = 'Teachers must be open, request or invitation.'

const oneLine = (max: number, tooLong: string) =>
  z
    .string()
    .trim()
    .max(max, tooLong)
    .regex(/^\P{Cc}*$/u, 'Enter one line.')
const SiteName = oneLine(SITE_NAME_MAX, `Enter at most ${SITE_NAME_MAX} characters.`).min(1, 'Enter a name.')
/** The name of a stored picture. */
const Logo = z
  .string()
  .regex(/^[0-9a-f]{40}$/, 'Choose the logo again.')
  .nullable()
const Accent = z.string(COLOUR_WRONG).trim().regex(ACCENT, COLOUR_WRONG).toUpperCase().nullable()
const Welcome = z.string().trim().max(WELCOME_MAX, `Enter at most ${WELCOME_MAX} characters.`)
/** Empty parts are not shown; if all are empty, the site shows the details of the contract. */
const Contact = z.object({
  email: z.union([z.literal(''), z.email('Enter an email address.').max(254)], 'Enter an email address.'),
  phone: oneLine(40, 'Enter at most 40 characters.'),
  address: z.string().trim().max(300, 'Enter at most 300 characters.'),
})
const Domains = z
  .array(MailDomain, DOMAIN_WRONG)
  .max(DOMAINS_MAX, `Enter at most ${DOMAINS_MAX} domains.`)
  .overwrite((domains) => [...new Set(domains)])
/** The value of a claim; empty: none. */
const ClaimValue = oneLine(200, 'Enter at most 200 characters.')
const Quota = z.int(QUOTA_WRONG).min(0, QUOTA_WRONG).max(QUOTA_GB_MAX, QUOTA_WRONG)

const Source = z.enum(['default', 'saved', 'environment'])

/** `variable`: the environment variable that wins over what admins save. */
const setting = <Schema extends z.ZodType>(
  section: SettingSection,
  schema: Schema,
  { initial, variable }: { initial: z.output<Schema>; variable?: string },
) => ({
  section,
  schema,
  initial,
  variable,
  /** Null takes the setting back to its default. */
  change: schema.nullable(),
  known: z.object({ value: schema, source: Source }),
})

/** The settings that admins change on the site. */
// biome-ignore format: a table is read by its columns
export const SETTINGS = {
  siteName:            setting('site', SiteName, { initial: 'Lectern', variable: 'SITE_NAME' }),
  logo:                setting('site', Logo, { initial: null }),
  accent:              setting('site', Accent, { initial: null }),
  welcome:             setting('site', Welcome, { initial: '' }),
  figures:             setting('site', z.enum(FIGURES, 'Figures must be placeholders or real.'), { initial: 'placeholders', variable: 'FIGURES' }),
  siteAccess:          setting('people', z.enum(SITE_ACCESSES, ACCESS_WRONG), { initial: 'open', variable: 'SITE_ACCESS' }),
  registration:        setting('people', z.enum(REGISTRATION_POLICIES, REGISTRATION_WRONG), { initial: 'open', variable: 'REGISTRATION' }),
  registrationDomains: setting('people', Domains, { initial: [] }),
  teachers:            setting('people', z.enum(TEACHER_POLICIES, TEACHERS_WRONG), { initial: 'open', variable: 'TEACHERS' }),
  providerAccounts:    setting('people', z.enum(PROVIDER_ACCOUNTS, 'Accounts must be form, automatic or off.'), { initial: 'form' }),
  providerTeacher:     setting('people', ClaimValue, { initial: '' }),
  providerAdmin:       setting('people', ClaimValue, { initial: '' }),
  contact:             setting('contact', Contact, { initial: { email: '', phone: '', address: '' } }),
  reviewEdits:         setting('review', z.enum(REVIEW_EDITS, 'Edits must be video, all or none.'), { initial: 'video', variable: 'REVIEW_EDITS' }),
  uploadQuotaGb:       setting('uploads', Quota, { initial: 20, variable: 'UPLOAD_QUOTA_GB' }),
}

type Settings = typeof SETTINGS
export type SettingKey = keyof Settings
export type SettingValues = { [Key in SettingKey]: z.output<Settings[Key]['schema']> }
type Shape<Column extends 'schema' | 'change' | 'known'> = { [Key in SettingKey]: Settings[Key][Column] }

const isKey = (key: string): key is SettingKey => key in SETTINGS
export const SETTING_KEYS: readonly SettingKey[] = Object.keys(SETTINGS).filter(isKey)

/** A schema of every setting, for an object of settings. */
export function settingShape<Column extends 'schema' | 'change' | 'known'>(column: Column): Shape<Column>
export function settingShape(column: 'schema' | 'change' | 'known'): Record<string, z.ZodType> {
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key][column]]))
}

export const SETTING_DEFAULTS: SettingValues = z
  .object(settingShape('schema'))
  .parse(Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].initial])))
