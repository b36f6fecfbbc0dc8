const EVERY_MS = 1000

/** Prints a line a second: enough to see that it goes on. */
export function createProgress(prefix: string): (line: string) => void {
  let last = performance.now()
  return (line) => {
    const now = performance.now()
    if (now - last < EVERY_MS) return
    last = now
    console.info(`${prefix} ${line}`)
  }
}

interface Words {
  /** How the command is written; printed when it is written otherwise. */
  usage: string
  names: number
  flags?: readonly string[]
}

/** The names and flags on the command line. Prints the usage and ends the process when they are others. */
export function readWords({ usage, names: count, flags = [] }: Words): {
  names: string[]
  flags: Set<string>
} {
  const words = process.argv.slice(2)
  const names = words.filter((word) => !flags.includes(word))
  if (names.length !== count || names.some((name) => name.startsWith('-'))) {
    console.error(usage)
    process.exit(1)
  }
  return { names, flags: new Set(words) }
}

/** Does the work of a command. An error ends it with 1 and one sentence, after these words. */
export async function runCommand(failure: string, work: () => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await work()) ? 0 : 1
  } catch (error) {
    console.error(`${failure}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
