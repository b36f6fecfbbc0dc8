import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

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
  /** `folder` is empty and is deleted afterwards; `say` tells how it goes on. */
  run: (folder: string, say: (line: string) => void) => Promise<Outcome>
}

interface Finished {
  code: number | null
  said: string
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
  return { code: child.exitCode, said: `${bytes.toString()}${Buffer.concat(errors).toString()}`, bytes }
}

async function isInstalled(program: string): Promise<boolean> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const isThere = access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (await isThere) return true
  }
  return false
}

const INSTALL_LIMIT_MS = 300_000

/** Whether the program is there, installed by apt-get where we may; else why it is skipped. */
export async function provide(program: string): Promise<string | undefined> {
  if (await isInstalled(program)) return undefined
  const manual = `${program} is not installed, so this is skipped. On Debian: apt-get install ${program}`
  if (process.getuid?.() !== 0 || !(await isInstalled('apt-get'))) return manual
  await runProgram(['apt-get', 'install', '-y', '-q', '--no-install-recommends', program], {
    limit: INSTALL_LIMIT_MS,
  })
  return (await isInstalled(program)) ? undefined : manual
}
