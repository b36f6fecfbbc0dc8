/** The settings that admins change on the site, without schemas, because the browser needs them for forms. */
export const REGISTRATION_POLICIES = ['open', 'domain', 'invitation', 'closed'] as const
export type RegistrationPolicy = (typeof REGISTRATION_POLICIES)[number]
export const TEACHER_POLICIES = ['open', 'request', 'invitation'] as const
export type TeacherPolicy = (typeof TEACHER_POLICIES)[number]
export const SITE_ACCESSES = ['open', 'members'] as const
export type SiteAccess = (typeof SITE_ACCESSES)[number]

export interface SettingValues {
  /** The people who may register. */
  registration: RegistrationPolicy
  /** Whose addresses may register where `registration` is `domain`. */
  registrationDomains: readonly string[]
  /** The people who may teach. */
  teachers: TeacherPolicy
  /** The people who may visit the site. */
  siteAccess: SiteAccess
}
export type SettingKey = keyof SettingValues

export const SETTING_DEFAULTS: SettingValues = {
  registration: 'open',
  registrationDomains: [],
  teachers: 'open',
  siteAccess: 'open',
}

/** The environment variables that win over what admins save. */
export const SETTING_VARIABLES = {
  registration: 'REGISTRATION',
  teachers: 'TEACHERS',
  siteAccess: 'SITE_ACCESS',
} as const satisfies Partial<Record<SettingKey, string>>

/** Why a setting cannot be changed. */
export function lockedBy(key: keyof typeof SETTING_VARIABLES): string {
  return `Set by ${SETTING_VARIABLES[key]} in the environment.`
}
