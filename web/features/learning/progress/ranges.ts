import type { Ranges } from '#contract/learning/progress.ts'
import { VIDEO_SECONDS_MAX } from '#contract/learning/progress-limits.ts'

/** The union of both, in order and without gaps of nothing. */
export function union(ranges: Ranges, more: Ranges): Ranges {
  const united: Ranges = []
  for (const [from, to] of [...ranges, ...more].sort(([one], [other]) => one - other)) {
    const last = united.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else united.push([from, to])
  }
  return united
}

/** One bit per second, lowest bit first, as base64. */
export function encodeSeconds(ranges: Ranges): string {
  const end = Math.max(0, ...ranges.map(([, to]) => to))
  const bytes = new Uint8Array(Math.ceil(end / 8))
  for (const [from, to] of ranges) {
    for (let second = from; second < to; second += 1) bytes[second >> 3] = byteAt(bytes, second) | bit(second)
  }
  return btoa(String.fromCharCode(...bytes))
}

/** Throws if the text is not base64. */
export function decodeSeconds(text: string): Ranges {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const ranges: Ranges = []
  for (let second = 0; second < Math.min(bytes.length * 8, VIDEO_SECONDS_MAX); second += 1) {
    const last = ranges.at(-1)
    if ((byteAt(bytes, second) & bit(second)) === 0) continue
    if (last?.[1] === second) last[1] = second + 1
    else ranges.push([second, second + 1])
  }
  return ranges
}

const byteAt = (bytes: Uint8Array, second: number) => bytes[second >> 3] ?? 0
const bit = (second: number) => 1 << (second & 7)
