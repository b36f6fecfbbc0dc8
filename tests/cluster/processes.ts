import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { endsWithUs } from '#tests/faults/site.ts'

export const run = promisify(execFile)

/** A server of the cluster. It ends with the harness, which collects its output for failure messages. */
export interface Part {
  process: ChildProcess
  output: () => string
  /** SIGKILL, unless another signal is given; waits for the end. */
  end: (signal?: NodeJS.Signals) => Promise<void>
}

const SAID_MAX = 2_000_000

export function startPart(
  command: string,
  words: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string; uid?: number; gid?: number } = {},
) {
  const child = endsWithUs(spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-SAID_MAX)
    })
  }
  const ended = once(child, 'exit').catch(() => undefined)
  return {
    process: child,
    output: () => output,
    async end(signal: NodeJS.Signals = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  } satisfies Part
}

/** A process and its descendants, because a server's workers have their own sessions. */
export async function familyOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }))
  const children = stdout.split('\n').map(Number).filter(Boolean)
  const below = await Promise.all(children.map(familyOf))
  return [pid, ...below.flat()]
}

/** Ignores processes that have ended meanwhile. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}
