import { randomUUID } from 'node:crypto'

const ID = /^[0-9a-f]{24}$/

/**
 * A new id: 48 bits of time, then 48 random ones, so that ids sort by age and cannot be guessed (api.md, "ids"). The last
 * digits of a UUID are random, and Node makes many at once.
 */
export function newId(time: number = Date.now()): string {
  return idAt(time) + randomUUID().slice(-12)
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
