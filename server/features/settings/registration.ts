import type { RegistrationPolicy } from '#contract/settings/setting-values.ts'
import type { AppContext } from '#server/context.ts'

interface Registration {
  policy: RegistrationPolicy
  /** Empty unless the policy is `domain`. */
  domains: readonly string[]
}

/** The people who may register now. By domain nobody may while no domain is saved or the site sends no mail. */
export async function registrationOf({
  mail,
  settings,
}: Pick<AppContext, 'mail' | 'settings'>): Promise<Registration> {
  const policy = await settings.get('registration')
  if (policy !== 'domain') return { policy, domains: [] }
  const domains = await settings.get('registrationDomains')
  const isUsable = domains.length > 0 && mail.mode !== 'none'
  return isUsable ? { policy, domains } : { policy: 'closed', domains: [] }
}
