import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Outcome {
  held: boolean
  /** What happened, in figures; one line of docs/security.md. */
  figures: string
}

/** One attack with a tool that is not ours. */
export interface Attack {
  id: string
  title: string
  /** The program, which is also the name of its Debian package. */
  program: string
  /** `folder` is empty and is deleted afterwards; `say` reports progress. */
  run: (folder: string, say: (line: string) => void) => Promise<Outcome>
}

interface Finished {
  code: number | null
  output: string
  bytes: Buffer
}

/** Runs a program to its end; `input` is what it reads, and its end is forced after `limit` milliseconds. */
export async function runProgram(
  command: readonly [string, ...string[]],
  { input, limit, folder }: { input?: Buffer; limit: number; folder?: string },
): Promise<Finished> {
  const [program, ...parameters] = command
  const child = spawn(program, parameters, {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: folder,
    timeout: limit,
    env: { ...process.env, ...(folder !== undefined && { HOME: folder, XDG_DATA_HOME: folder }) },
  })
  const out: Buffer[] = []
  const errors: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  await once(child, 'close')
  const bytes = Buffer.concat(out)
  return { code: child.exitCode, output: `${bytes.toString()}${Buffer.concat(errors).toString()}`, bytes }
}
