/** Work that runs once for all waiting callers. */
export interface Coalesced<Result> {
  /** Resolves or rejects with work that began after this call. */
  run(): Promise<Result>
  /** Resolves when no work is running. */
  settled(): Promise<unknown>
}

/** Callers during a run share the next run, because the current run may have started before their change. */
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
