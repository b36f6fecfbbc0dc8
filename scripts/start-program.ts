/** Programs as child processes of the tests. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

export interface Program {
  child: ChildProcess
  /** The output so far, of which a program that runs for hours keeps the end. */
  log: () => string
  /** The exit code, or the signal that ended the program. */
  ended: Promise<number | string>
  /** Stops the program, by SIGKILL unless another signal is given, and waits for its end. */
  end: (signal?: NodeJS.Signals) => Promise<void>
}

export interface RunningProgram extends Program {
  /** The match in the line that says that the program is ready. */
  ready: RegExpExecArray
}

const LONGEST_LOG = 2_000_000

/** The running programs, which end with this process at the latest. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Ends the child with this process at the latest. */
export function endsWithUs(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Kills the programs that a failed test has left running. */
export async function endEverything(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'exit'))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(ends)
}

/** Starts a program and collects its output. */
export function launchProgram(
  [command, ...words]: readonly [string, ...string[]],
  options: SpawnOptions = {},
): Program {
  const child = endsWithUs(spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }))
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      written = `${written}${chunk}`.slice(-LONGEST_LOG)
    })
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? String(signal)))
    child.once('error', ({ message }) => {
      running.delete(child)
      written += message
      resolve(message)
    })
  })
  return {
    child,
    log: () => written,
    ended,
    async end(signal = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
}

/** Starts a server and waits until it reports that it is ready. */
export async function startProgram(
  command: readonly [string, ...string[]],
  isReady: RegExp,
  options: SpawnOptions = {},
): Promise<RunningProgram> {
  const program = launchProgram(command, options)
  const { child, log } = program
  const streams = [child.stdout, child.stderr]
  const ready = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = () => {
      const found = isReady.exec(log())
      if (!found) return
      for (const stream of streams) stream?.off('data', read)
      resolve(found)
    }
    for (const stream of streams) stream?.on('data', read)
    const fail = () => reject(new Error(`${command[0]} did not start:\n${log()}`))
    // 'close' comes after the last output; a program that does not exist has an 'error' instead.
    child.once('close', fail).once('error', fail)
  })
  return { ...program, ready }
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}
