import { randomUUID } from 'node:crypto'

const ID = /^[0-9a-f]{24}$/

/** The time and the end of the newest id of this process. */
const newest = { time: 0, end: 0 }

/**
 * A new id: 48 bits of time, then 48 random ones, so that ids sort by age and cannot be guessed. Ids that a
 * process makes in one millisecond grow by random steps, so that two comments of that millisecond keep their order.
 */
export function newId(time: number = Date.now()): string {
  const next = newest.end + 1 + randomNumber(8)
  // Half of the numbers stay free for later ids of the millisecond.
  const end = time === newest.time && next < 2 ** 48 ? next : Math.floor(randomNumber(12) / 2)
  newest.time = time
  newest.end = end
  return idAt(time) + idAt(end)
}

/** The last digits of a UUID are random, and Node makes many at once. */
function randomNumber(digits: number): number {
  return Number.parseInt(randomUUID().slice(-digits), 16)
}

/** Sorts before every id of that time and after those of earlier times. */
export function idAt(time: number): string {
  return time.toString(16).padStart(12, '0')
}

/** When an id was made, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 12), 16)
}

export function isId(text: string): boolean {
  return ID.test(text)
}
