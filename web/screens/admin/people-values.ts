import { DOMAIN_WRONG } from '#contract/mail/mail-domain.ts'
import {
  REGISTRATION_POLICIES,
  type RegistrationPolicy,
  SITE_ACCESSES,
  type SiteAccess,
  TEACHER_POLICIES,
  type TeacherPolicy,
} from '#contract/settings/setting-values.ts'
import { type AdminSettings, SettingChanges } from '#contract/settings/settings.ts'
import { checkDraft } from '#web/core/check-draft.ts'

/** The choices of the section, with what each means. */
export const VISITORS: Options<SiteAccess> = [
  { value: 'open', label: 'Everybody', help: 'Visitors browse; watching needs a login.' },
  { value: 'members', label: 'Members only', help: 'Visitors see the login page.' },
]
export const REGISTRATION: Options<RegistrationPolicy> = [
  { value: 'open', label: 'Everybody', help: 'Anybody makes an account.' },
  {
    value: 'domain',
    label: 'People with an address at …',
    help: 'Your domains. They confirm it before their first login.',
  },
  { value: 'invitation', label: 'People with an invitation', help: 'By link, by mail or from a list.' },
  { value: 'closed', label: 'Nobody', help: 'Not even people with an invitation.' },
]
export const TEACHERS: Options<TeacherPolicy> = [
  { value: 'open', label: 'Everybody' },
  { value: 'request', label: 'On request' },
  { value: 'invitation', label: 'By invitation' },
]

type Options<Value> = readonly { value: Value; label: string; help?: string }[]

/** What a stored value is called. */
export function labelOfValue(text: string): string {
  return [...VISITORS, ...REGISTRATION, ...TEACHERS].find(({ value }) => value === text)?.label ?? text
}

/** What a field is called. */
export const LABELS: Readonly<Record<string, string>> = {
  siteAccess: 'Who may visit',
  registration: 'Who may register',
  registrationDomains: 'Domains',
  teachers: 'Who may teach',
}

export interface PeopleValues {
  siteAccess: SiteAccess
  registration: RegistrationPolicy
  /** As the admin types them. */
  registrationDomains: string
  teachers: TeacherPolicy
}

/** The stored settings as texts of the form. */
export function storedValues({ settings }: AdminSettings): PeopleValues & Record<string, string> {
  return {
    siteAccess: settings.siteAccess.value,
    registration: settings.registration.value,
    registrationDomains: settings.registrationDomains.value.join(', '),
    teachers: settings.teachers.value,
  }
}

/** The values of the draft; a value that no choice has is the stored one. */
export function draftValues(
  text: (name: string, stored: string) => string,
  stored: PeopleValues,
): PeopleValues {
  const chosen = <Value extends string>(name: string, values: readonly Value[], kept: Value): Value =>
    values.find((each) => each === text(name, kept)) ?? kept
  return {
    siteAccess: chosen('siteAccess', SITE_ACCESSES, stored.siteAccess),
    registration: chosen('registration', REGISTRATION_POLICIES, stored.registration),
    registrationDomains: text('registrationDomains', stored.registrationDomains),
    teachers: chosen('teachers', TEACHER_POLICIES, stored.teachers),
  }
}

/** What differs from the stored settings, or a sentence for each wrong field. */
export function changesOf(values: PeopleValues, stored: PeopleValues) {
  const domains = values.registrationDomains.split(/[\s,;]+/).filter(Boolean)
  if (values.registration === 'domain' && domains.length === 0)
    return { errors: { registrationDomains: DOMAIN_WRONG } }
  const isDomain = values.registration === 'domain'
  return checkDraft(SettingChanges, {
    ...(values.siteAccess !== stored.siteAccess && { siteAccess: values.siteAccess }),
    ...(values.registration !== stored.registration && { registration: values.registration }),
    ...(isDomain && domains.join(', ') !== stored.registrationDomains && { registrationDomains: domains }),
    ...(values.teachers !== stored.teachers && { teachers: values.teachers }),
  })
}
