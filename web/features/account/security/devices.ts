import { systemIn } from '#contract/account/device-name.ts'
import type { SecurityIconName } from './security-icon.tsx'

/** The icon for the device in a `User-Agent` header. */
export function deviceIcon(agent: string): SecurityIconName {
  const system = systemIn(agent)
  if (system === 'iPhone' || system === 'iPad' || system === 'Android') return 'phone'
  return system === 'Windows' ? 'desktop' : 'laptop'
}
