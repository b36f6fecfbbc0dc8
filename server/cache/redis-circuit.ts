const FAILURES_TO_OPEN = 5
const PROBE_EVERY_MS = 2000

export interface Circuit {
  /** While it is open, commands fail at once instead of waiting. */
  readonly isOpen: boolean
  failed(): void
  succeeded(): void
  stop(): void
}

interface CircuitOptions {
  /** Checks whether Redis answers. It runs every two seconds while the circuit is open, so that no request has to try. */
  probe: () => Promise<unknown>
  onChange: (isOpen: boolean) => void
}

/** Opens after five failed commands or connections in a row. Closes when a probe or a new connection succeeds. */
export function createCircuit({ probe, onChange }: CircuitOptions): Circuit {
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  const close = () => {
    failures = 0
    if (!timer) return
    clearInterval(timer)
    timer = undefined
    onChange(false)
  }
  const open = () => {
    timer = setInterval(() => {
      probe().then(close, () => undefined)
    }, PROBE_EVERY_MS)
    timer.unref()
    onChange(true)
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
