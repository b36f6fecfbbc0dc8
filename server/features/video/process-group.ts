import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

/**
 * A shell, because Node can neither limit the processor time of a child nor let it end with its parent. With setpriv (Linux)
 * the system ends the program when the server is killed; elsewhere its limits do. Where the server
 * itself has a stricter limit, that one stays. Arguments are passed on as they are.
 */
const STARTER = `[ -z "$1" ] || ulimit -t "$1" 2>/dev/null
shift
setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL nice -n 10 "$@"
exec nice -n 10 "$@"`

/** The exit codes of the shell, `setpriv`, `nice` and `env` when they cannot start a program. */
export const NOT_STARTED = [126, 127]

interface Start {
  program: string
  args: readonly string[]
  /** The folder in which it runs. */
  folder: string
  /** Seconds of processor time after which the system ends it; by default, the limit of the server applies. */
  cpuSeconds?: number
}

/**
 * Starts a program at low priority with an empty environment. It is a group of processes of its own, because it may be a script
 * of the operator that starts others.
 */
export function startGroup({ program, args, folder, cpuSeconds }: Start): ChildProcessWithoutNullStreams {
  const limit = cpuSeconds === undefined ? '' : String(Math.ceil(cpuSeconds))
  return spawn('/bin/sh', ['-c', STARTER, 'sh', limit, program, ...args], {
    cwd: folder,
    env: {},
    detached: true,
  })
}

/** Kills a process that was started as a group of its own, with everything that it has started. */
export function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing is left.
  }
}
