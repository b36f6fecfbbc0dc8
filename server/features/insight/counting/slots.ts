import { SLOT_SECONDS } from '#contract/insight/analytics.ts'

/** A slot is watched when at least so many of its seconds are. A last slot that is shorter is left out by this. */
const WATCHED_MIN = 5
const NUMBER_BYTES = 4

const hasBit = (bits: Buffer, at: number) => ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0

/** The slots of which enough seconds are set, lowest bit first, without zeros at the end. */
export function slotsOf(seconds: Buffer): Buffer {
  const slots = Buffer.alloc(Math.ceil((seconds.length * 8) / SLOT_SECONDS / 8))
  let end = 0
  for (let slot = 0; slot * SLOT_SECONDS < seconds.length * 8; slot += 1) {
    let watched = 0
    for (let second = 0; second < SLOT_SECONDS; second += 1)
      if (hasBit(seconds, slot * SLOT_SECONDS + second)) watched += 1
    if (watched < WATCHED_MIN) continue
    slots[slot >> 3] = (slots[slot >> 3] ?? 0) | (1 << (slot & 7))
    end = slot + 1
  }
  return slots.subarray(0, Math.ceil(end / 8))
}

/** The places of the set slots, the earliest first. */
export function placesOf(slots: Buffer | null): number[] {
  const places: number[] = []
  if (slots) for (let at = 0; at < slots.length * 8; at += 1) if (hasBit(slots, at)) places.push(at)
  return places
}

/** Reads numbers of 32 bits, the lowest byte first. */
export function numbersIn(bytes: Buffer | null): number[] {
  if (bytes === null) return []
  return Array.from({ length: bytes.length / NUMBER_BYTES }, (_, at) => bytes.readInt32LE(at * NUMBER_BYTES))
}

/** Writes them without zeros at the end, so that equal numbers are equal bytes. */
export function bytesOf(numbers: readonly number[]): Buffer {
  const end = numbers.findLastIndex((number) => number !== 0) + 1
  const bytes = Buffer.alloc(end * NUMBER_BYTES)
  for (let at = 0; at < end; at += 1) bytes.writeInt32LE(numbers[at] ?? 0, at * NUMBER_BYTES)
  return bytes
}
