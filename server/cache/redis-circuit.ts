const FAILURES_TO_OPEN = 5
const PROBE_EVERY_MS = 2000

export interface Circuit {
  /** Open: nobody is made to wait for what does not answer. */
  readonly isOpen: boolean
  failed(): void
  succeeded(): void
  /** No probe runs after it. */
  stop(): void
}

interface CircuitParts {
  /** Asks whether it answers again; runs every two seconds while the circuit is open, so that no request has to try. */
  probe: () => Promise<unknown>
  turned: (isOpen: boolean) => void
}

/** Opens after five failures in a row, of commands or of connections; closes when a probe, or a connection made anew, succeeds. */
export function createCircuit({ probe, turned }: CircuitParts): Circuit {
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  const close = () => {
    failures = 0
    if (!timer) return
    clearInterval(timer)
    timer = undefined
    turned(false)
  }
  const open = () => {
    timer = setInterval(() => {
      probe().then(close, () => undefined)
    }, PROBE_EVERY_MS)
    timer.unref()
    turned(true)
  }
  return {
    get isOpen() {
      return timer !== undefined
    },
    failed() {
      failures += 1
      if (failures >= FAILURES_TO_OPEN && !timer) open()
    },
    succeeded: close,
    stop() {
      clearInterval(timer)
    },
  }
}
