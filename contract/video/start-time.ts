/** 99:59:59. */
export const START_MAX = 359_999

const UNITS = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/
const CLOCK = /^(?:(\d{1,2}):)?(\d{1,4}):([0-5]\d)$/
const SIXTY = 60

/** Spaces beside the letter of a unit, the `PT` of ISO 8601, and the fraction of a second. */
const SPACE = /\s+(?=[hms])|(?<=[hms])\s+/g
const PREFIX = /^pt(?=\d)/
const FRACTION = /(?<=\d)\.\d+(?=s?$)/

/**
 * The second that `95`, `95s`, `95.5s`, `1m35s`, `1M 35S`, `PT1M35S`, `1:35` or `1:02:09` names; `undefined` for another text.
 */
export function secondOf(text: string): number | undefined {
  const plain = text.trim().toLowerCase().replace(SPACE, '').replace(PREFIX, '').replace(FRACTION, '')
  const [, hours, minutes, seconds] = UNITS.exec(plain) ?? CLOCK.exec(plain) ?? []
  if (hours === undefined && minutes === undefined && seconds === undefined) return undefined
  const second = (Number(hours ?? 0) * SIXTY + Number(minutes ?? 0)) * SIXTY + Number(seconds ?? 0)
  return second <= START_MAX ? second : undefined
}
