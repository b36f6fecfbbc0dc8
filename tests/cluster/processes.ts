import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { endsWithUs } from '#tests/faults/site.ts'

export const run = promisify(execFile)

/** One of the cluster's servers: it ends with the harness, and what it says is kept for when something is wrong. */
export interface Part {
  process: ChildProcess
  said: () => string
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
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-SAID_MAX)
    })
  }
  const ended = once(child, 'exit').catch(() => undefined)
  return {
    process: child,
    said: () => said,
    async end(signal: NodeJS.Signals = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  } satisfies Part
}

/** A process and all below it; a server's workers are sessions of their own. */
export async function familyOf(pid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }))
  const children = stdout.split('\n').map(Number).filter(Boolean)
  const below = await Promise.all(children.map(familyOf))
  return [pid, ...below.flat()]
}

/** Those that have ended meanwhile are left out. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}
