import type { Ranges } from '#contract/learning/progress.ts'

/** Watched seconds: one bit per second, lowest bit of the first byte first. */
export type Bits = Buffer

export const NO_BITS: Bits = Buffer.alloc(0)

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

export function countBits(bits: Bits, seconds = bits.length * 8): number {
  const whole = Math.min(bits.length, seconds >> 3)
  let count = 0
  for (let at = 0; at < whole; at += 1) count += ONES[bits[at] ?? 0] ?? 0
  const rest = (bits[whole] ?? 0) & ((1 << (seconds & 7)) - 1)
  return whole < bits.length ? count + (ONES[rest] ?? 0) : count
}

/** Sorted, without overlaps: however often a range is repeated, each second is looked at once. */
export function unionOf(ranges: Ranges): Ranges {
  const union: Ranges = []
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = union.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else union.push([from, to])
  }
  return union
}

/** Adds the ranges to the bits; sets at most `allowance` new ones. `bits` itself stays as it is. */
export function withRanges(bits: Bits, ranges: Ranges, allowance: number): { bits: Bits; gained: number } {
  const union = unionOf(ranges)
  const seconds = Math.max(bits.length * 8, union.at(-1)?.[1] ?? 0)
  const all = Buffer.alloc(Math.ceil(seconds / 8))
  bits.copy(all)
  let gained = 0
  for (const [from, to] of union) {
    for (let second = from; second < to && gained + 1 <= allowance; second += 1) {
      const byte = all[second >> 3] ?? 0
      const bit = 1 << (second & 7)
      if ((byte & bit) !== 0) continue
      all[second >> 3] = byte | bit
      gained += 1
    }
  }
  return { bits: gained === 0 ? bits : trimmed(all), gained }
}

/** Without the zeros at the end, so that the same seconds are the same bytes. */
function trimmed(bits: Bits): Bits {
  let length = bits.length
  while (length > 0 && bits[length - 1] === 0) length -= 1
  return bits.subarray(0, length)
}

export function rangesOf(bits: Bits): Ranges {
  const ranges: Ranges = []
  let from: number | undefined
  for (let second = 0; second <= bits.length * 8; second += 1) {
    const isSet = ((bits[second >> 3] ?? 0) & (1 << (second & 7))) !== 0
    if (isSet) from ??= second
    else if (from !== undefined) {
      ranges.push([from, second])
      from = undefined
    }
  }
  return ranges
}
