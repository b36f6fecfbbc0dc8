/** Work that is done once for all who wait for it. */
export interface Coalesced<Result> {
  /** The result of work that began after the call; fails as the work does, for those alone who waited for it. */
  run(): Promise<Result>
  /** When nothing is under way any more. */
  settled(): Promise<unknown>
}

/** While one is under way, all who ask wait for the next together: the one may have missed what they know already. */
export function coalesceCalls<Result>(work: () => Promise<Result>): Coalesced<Result> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined

  async function afterTheRunning(): Promise<Result> {
    await Promise.allSettled([running])
    next = undefined
    const begun = work()
    running = begun
    return begun
  }

  return {
    run() {
      next ??= afterTheRunning()
      return next
    },
    settled: () => Promise.allSettled([running, next]),
  }
}
