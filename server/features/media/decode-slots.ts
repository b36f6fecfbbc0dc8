interface SlotRules {
  atOnce: number
  /** How many may wait for a slot; one more is refused at once. */
  waiting: number
  waitMs: number
  /** What the refused are told. */
  refuse: () => Error
}

export interface Slots {
  /** Runs `work` when a slot is free; throws what `refuse` makes when that takes too long. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** So many at once, so many waiting, the rest refused: a decode may cost 300 MB of memory (security.md section 2.1). */
export function createSlots({ atOnce, waiting, waitMs, refuse }: SlotRules): Slots {
  const queue: (() => void)[] = []
  let free = atOnce

  function take(): Promise<void> {
    if (free > 0) {
      free -= 1
      return Promise.resolve()
    }
    if (queue.length >= waiting) return Promise.reject(refuse())
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(turn), 1)
        reject(refuse())
      }, waitMs)
      queue.push(turn)
    })
  }

  /** A slot is handed to who waits longest, never put back first: nobody overtakes the queue. */
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
