export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs one task at a time, in order; a failed task does not stop the next. */
export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}
