const EVERY_MS = 1000

/** A line a second is enough to see that it goes on. */
export function createProgress(prefix: string): (line: string) => void {
  let last = performance.now()
  return (line) => {
    const now = performance.now()
    if (now - last < EVERY_MS) return
    last = now
    process.stdout.write(`${prefix} ${line}\n`)
  }
}
