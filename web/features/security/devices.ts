import type { SecurityIconName } from './security-icon.tsx'

/** In this order, because browsers also name those that they descend from. */
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/iPhone/, 'iPhone', 'phone'],
  [/iPad/, 'iPad', 'phone'],
  [/Android/, 'Android', 'phone'],
  [/Windows/, 'Windows', 'desktop'],
  [/CrOS/, 'ChromeOS', 'laptop'],
  [/Mac OS X/, 'macOS', 'laptop'],
  [/Linux/, 'Linux', 'laptop'],
] as const

interface Device {
  /** "Chrome on Linux" */
  name: string
  icon: SecurityIconName
}

/** What a `User-Agent` header says about the device. */
export function deviceOf(agent: string): Device {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1]
  const [, system, icon = 'laptop'] = SYSTEMS.find(([pattern]) => pattern.test(agent)) ?? []
  const named = browser && system ? `${browser} on ${system}` : (browser ?? system)
  return { name: named ?? (agent.split(/[\s/]/, 1)[0] || 'Unknown device'), icon }
}
