import { randomFillSync } from 'node:crypto'

const RANDOM_BYTES = 6
/** Random bytes are requested for many ids at once, because each request takes longer than the rest of an id. */
const random = Buffer.alloc(256 * RANDOM_BYTES)
let used = random.length

function sixRandomBytes(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  used += RANDOM_BYTES
  return random.toString('hex', used - RANDOM_BYTES, used)
}

const ID = /^[0-9a-f]{24}$/

/** A new id: 48 bits of time, then 48 random ones, so that ids sort by age and cannot be guessed (api.md, "ids"). */
export function newId(time: number = Date.now()): string {
  return time.toString(16).padStart(12, '0') + sixRandomBytes()
}

export function isId(text: string): boolean {
  return ID.test(text)
}
