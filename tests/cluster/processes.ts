import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export const run = promisify(execFile)

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
