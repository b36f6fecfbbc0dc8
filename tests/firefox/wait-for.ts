import { setTimeout as delay } from 'node:timers/promises'

const LIMIT_MS = 120_000
const POLL_MS = 200

/** Waits until `isTrue` gives true; throws with the name of what was expected. */
export async function waitFor(expected: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (Date.now() < deadline) {
    if (await isTrue()) return
    await delay(POLL_MS)
  }
  throw new Error(`Expected ${expected}.`)
}
