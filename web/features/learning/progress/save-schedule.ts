/** The shortest time between two saves. */
const PAUSE_MS = 5000

/** Decides when to save: at most once in 5 seconds, and a save that waits is replaced by the newest one. */
export function createSaveSchedule(save: () => void) {
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function run(): void {
    clearTimeout(timer)
    timer = undefined
    next = Math.max(next, Date.now() + PAUSE_MS)
    save()
  }
  return {
    /** Saves now, or as soon as the last save is old enough. */
    request(): void {
      if (timer !== undefined) return
      const wait = next - Date.now()
      if (wait <= 0) run()
      else timer = setTimeout(run, wait)
    },
    /** Saves at once, because the page may end. */
    flush: run,
    /** The server is busy: nothing is sent for so long. */
    holdFor(milliseconds: number): void {
      next = Math.max(next, Date.now() + milliseconds)
    },
    isHeld: () => next - Date.now() > PAUSE_MS,
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
