/** The order matters: a browser also names the browsers it is compatible with. */
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** The operating system that a `User-Agent` header names. */
export const systemIn = (agent: string) => SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]

/** "Chrome on Linux": what a `User-Agent` header says about a device, for its owner. */
export function deviceName(agent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1]
  const system = systemIn(agent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? (agent.split(/[\s/]/, 1)[0] || 'Unknown device')
}
