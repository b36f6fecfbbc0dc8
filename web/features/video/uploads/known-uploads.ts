import { forgetHandle } from './file-handles.ts'

const LOCK = 'upload '

/** The uploads of this tab that the server knows, by the keys of their items. Of all tabs of a browser, one sends an upload. */
export class KnownUploads {
  readonly #addresses = new Map<string, string>()
  /** Releases those that this tab sends. */
  readonly #claimed = new Map<string, () => void>()

  readonly address = (key: string): string | undefined => this.#addresses.get(key)

  /** The id of the upload; empty when the server does not know it yet. */
  readonly id = (key: string): string => idOf(this.#addresses.get(key))

  has(id: string): boolean {
    return [...this.#addresses.values()].some((address) => idOf(address) === id)
  }

  add(key: string, address: string): void {
    this.#addresses.set(key, address)
  }

  /** Makes this tab the one that sends the upload, unless another tab does. What the server does not know yet is of this tab. */
  async claim(key: string): Promise<boolean> {
    const id = this.id(key)
    if (id === '' || this.#claimed.has(key)) return true
    const release = await lockUpload(id)
    if (release) this.#claimed.set(key, release)
    return release !== undefined
  }

  /** Another tab sends the upload. */
  forget(key: string): void {
    this.#addresses.delete(key)
  }

  /** The upload is over. */
  end(key: string): void {
    this.#release(key)
    void forgetHandle(this.id(key))
  }

  releaseAll(): void {
    for (const key of [...this.#claimed.keys()]) this.#release(key)
  }

  #release(key: string): void {
    this.#claimed.get(key)?.()
    this.#claimed.delete(key)
  }
}

const idOf = (address = '') => address.slice(address.lastIndexOf('/') + 1)

/** Gives what releases it, or `undefined` when another tab has it. */
async function lockUpload(id: string): Promise<(() => void) | undefined> {
  const released = Promise.withResolvers<void>()
  // Without a secure connection there are no locks. No file goes on by itself there.
  if (!('locks' in navigator)) return released.resolve
  const isLocked = Promise.withResolvers<boolean>()
  navigator.locks
    .request(LOCK + id, { ifAvailable: true }, (lock) => {
      isLocked.resolve(lock !== null)
      return lock === null ? undefined : released.promise
    })
    // A page that is being left gets none.
    .catch(() => isLocked.resolve(false))
  return (await isLocked.promise) ? released.resolve : undefined
}

/** The uploads that some tab of this browser sends. */
export async function claimedUploads(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] }: LockManagerSnapshot = await navigator.locks.query().catch(() => ({}))
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])))
}
