import { formatTime } from '#contract/format.ts'

/** A time of a cue with all its parts of a second: `1:02.0`, `1:02:09.125`. */
export function formatCueTime(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const fraction = String(ms % 1000)
    .padStart(3, '0')
    .replace(/0{1,2}$/, '')
  return `${formatTime(ms / 1000)}.${fraction}`
}

const SIXTY = 60
const SECONDS = '\\d+(?:\\.\\d*)?'
/** `1:02:03.5`, `62`, and `1:` on the way to `1:02` */
const WITH_COLONS = new RegExp(`^(?=.)(?:(?:(\\d+):)?(\\d+):)?(${SECONDS})?$`)
/** `1h 2m 3.5s`, `2 min` */
const WITH_UNITS = new RegExp(`^(?=.)(?:(\\d+)h)?(?:(\\d+)m(?:in)?)?(?:(${SECONDS})s?)?$`)

/** The seconds of a time as people type it: `62`, `1:02,5`, `00:01:02.500`, `1m 2s`. Undefined for anything else. */
export function readCueTime(typed: string): number | undefined {
  const text = withoutSpaces(typed).toLowerCase()
  const parts = WITH_COLONS.exec(text) ?? WITH_UNITS.exec(text)
  if (!parts) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  return toMs((Number(hours) * SIXTY + Number(minutes)) * SIXTY + Number(seconds))
}

/** A number of seconds with its sign: `-1,5` */
const SHIFT = new RegExp(`^[+-]?${SECONDS}$`)

/** The seconds to shift by, negative for earlier. Undefined for anything else. */
export function readShift(typed: string): number | undefined {
  const text = withoutSpaces(typed).replace(/^[−–]/, '-').replace(/s$/i, '')
  return SHIFT.test(text) ? toMs(Number(text)) : undefined
}

/** Without spaces and invisible marks, with usual digits and signs, and with a point for a comma. */
const withoutSpaces = (typed: string) =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .replace(',', '.')

/** The seconds in whole milliseconds, as files have them. */
export const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000
