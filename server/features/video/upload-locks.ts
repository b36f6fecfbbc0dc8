import { setTimeout as wait } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { AppError } from '#server/http/app-error.ts'
import { findUpload, releaseLock, renewLock, takeLock, wantLock } from './uploads.queries.ts'
import { receivedOf, uploadNotFound } from './uploads.ts'

const LOCKED = 'Another part of this file is arriving. Please try again.'
/** A lock lives on so long when its process has died. */
const LEASE_MS = 6000
const RENEW_MS = 1000
/** How long a holder that was asked to release its lock may still write. With `RENEW_MS` it is much shorter than a lease. */
export const DRAIN_MS = 2000
const LOOK_MS = 100
/** Longer than a lease: a request that goes on after a crash waits instead of failing. */
const WAIT_MS = 10_000

/**
 * The locks of uploads are leases in the database, because the requests of one upload reach different processes. A request
 * that finds its upload locked asks the holder to stop: its own client often has lost the connection.
 */
export function createUploadLocks(uploads: Uploads): Locker {
  return { newLock: (id) => new UploadLock(uploads, id) }
}

interface Uploads {
  db: Db
  /** The folder of their files. */
  folder: string
}

class UploadLock implements Lock {
  readonly #uploads: Uploads
  readonly #id: string
  readonly #holder = newId()
  #renewing: NodeJS.Timeout | undefined

  constructor(uploads: Uploads, id: string) {
    this.#uploads = uploads
    this.#id = id
  }

  async lock(stopped: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    const end = performance.now() + WAIT_MS
    while (!(await this.#take())) {
      if (!(await findUpload(this.#uploads.db, this.#id))) throw uploadNotFound()
      if (stopped.aborted || performance.now() > end) throw new AppError('locked', LOCKED)
      await wantLock(this.#uploads.db, this.#id)
      await wait(LOOK_MS)
    }
    this.#keep(requestRelease)
  }

  async unlock(): Promise<void> {
    clearInterval(this.#renewing)
    this.#renewing = undefined
    const received = await receivedOf(this.#uploads, this.#id)
    await releaseLock(this.#uploads.db, { id: this.#id, holder: this.#holder, received })
  }

  #take(): Promise<boolean> {
    const now = Date.now()
    const lease = { now: new Date(now).toISOString(), until: new Date(now + LEASE_MS).toISOString() }
    return takeLock(this.#uploads.db, { id: this.#id, holder: this.#holder, ...lease })
  }

  /** Renews the lease, until another request wants the lock or the database does not answer in time. */
  #keep(requestRelease: RequestRelease): void {
    let renewed = performance.now()
    const renew = async () => {
      const until = new Date(Date.now() + LEASE_MS).toISOString()
      const began = performance.now()
      const isWanted = await renewLock(this.#uploads.db, { id: this.#id, holder: this.#holder, until })
      // It was released meanwhile.
      if (this.#renewing === undefined) return
      if (isWanted !== false) await requestRelease()
      renewed = began
    }
    this.#renewing = setInterval(() => {
      if (performance.now() - renewed > LEASE_MS - DRAIN_MS - RENEW_MS) void requestRelease()
      renew().catch(() => undefined)
    }, RENEW_MS)
  }
}
