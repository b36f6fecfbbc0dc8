export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs one task at a time, in order; a failed task does not stop the next. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}
