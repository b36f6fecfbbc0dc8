export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs each work after the one before it has ended, well or not. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}
