interface SlotRules {
  atOnce: number
  /** The length of the queue; one more is rejected at once. */
  waiting: number
  waitMs: number
  error: () => Error
}

interface Slots {
  /** Runs `work` when a slot is free; throws the `error` after too long a wait. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Limits how much heavy work, such as decoding or hashing, runs at once, and how much waits. */
export function createSlots({ atOnce, waiting, waitMs, error }: SlotRules): Slots {
  const queue: (() => void)[] = []
  let free = atOnce

  function take(): Promise<void> {
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    if (queue.length >= waiting) return Promise.reject(error())
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(turn), 1)
        reject(error())
      }, waitMs)
      queue.push(turn)
    })
  }

  /** Passes the slot to the first in the queue without freeing it, so no request overtakes the queue. */
  function give(): void {
    const next = queue.shift()
    if (next) next()
    else free += 1
  }

  return {
    async run(work) {
      await take()
      try {
        return await work()
      } finally {
        give()
      }
    },
  }
}

export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs one task at a time, in order; a failed task does not stop the next. */
export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const current = last.then(work, work)
    last = current.catch(() => undefined)
    return current
  }
}
