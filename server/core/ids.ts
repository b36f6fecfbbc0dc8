import { randomBytes } from 'node:crypto'

const ID = /^[0-9a-f]{24}$/

/** A new id: 48 bits of time, then 48 random ones, so that ids sort by age and cannot be guessed (api.md, "ids"). */
export function newId(time: number = Date.now()): string {
  return time.toString(16).padStart(12, '0') + randomBytes(6).toString('hex')
}

export function isId(text: string): boolean {
  return ID.test(text)
}
