const EVERY_MS = 1000

/** Prints at most one line of progress per second. */
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
  usage: string
  names: number
  flags?: readonly string[]
}

/** Reads the arguments and flags of the command line. Prints the usage and exits if they are wrong. */
export function readArguments({ usage, names: count, flags = [] }: Words): {
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

/** Runs a command. On an error it prints `failure` and one sentence, and exits with 1. */
export async function runCommand(failure: string, work: () => Promise<boolean>): Promise<void> {
  try {
    process.exitCode = (await work()) ? 0 : 1
  } catch (error) {
    console.error(`${failure}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
