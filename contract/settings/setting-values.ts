/** The values that settings choose among, without schemas, because the browser needs them for forms. */
export const REGISTRATION_POLICIES = ['open', 'domain', 'invitation', 'closed'] as const
export type RegistrationPolicy = (typeof REGISTRATION_POLICIES)[number]
export const TEACHER_POLICIES = ['open', 'request', 'invitation'] as const
export type TeacherPolicy = (typeof TEACHER_POLICIES)[number]
export const SITE_ACCESSES = ['open', 'members'] as const
export type SiteAccess = (typeof SITE_ACCESSES)[number]
/** What happens when somebody without an account comes from the provider of sign-in. */
export const PROVIDER_ACCOUNTS = ['form', 'automatic', 'off'] as const

/** The sections of the screen. Changes of `people` need the password or a passkey. */
export const SETTING_SECTIONS = ['site', 'people', 'contact', 'review', 'uploads'] as const
export type SettingSection = (typeof SETTING_SECTIONS)[number]

export const SITE_NAME_MAX = 60
export const WELCOME_MAX = 600

/** Why a setting cannot be changed. */
export const lockedBy = (variable: string): string => `Set by ${variable} in the environment.`

/** A colour of the brand. */
export const ACCENT = /^#[0-9A-F]{6}$/i
