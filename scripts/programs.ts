/** Programs that the tests need: found on this machine, or installed from Debian when run as root. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Installs these Debian packages if we are root; returns whether that worked. */
export function installPackages(names: readonly string[], isRoot = process.getuid?.() === 0): boolean {
  if (!isRoot) return false
  console.error(`Installing ${names.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words: string[]) => spawnSync('apt-get', words, { stdio: 'ignore', env }).status === 0
  const install = () => apt('install', '-y', '-qq', '--no-install-recommends', ...names)
  return install() || (apt('update', '-qq') && install())
}

interface Needed {
  find: () => string | undefined
  packages: string[]
  advice: string
}

/** The path of a program, which is installed if necessary. Throws when that fails. */
export function needProgram({ find, packages, advice }: Needed): string {
  const program = find() ?? (packages.some((name) => installPackages([name])) ? find() : undefined)
  if (program === undefined) throw new Error(advice)
  return program
}

export interface RunningProgram {
  child: ChildProcess
  /** The match in the line that says that the server is ready. */
  ready: RegExpExecArray
  /** Stops the server and waits for its end. */
  end: (signal?: NodeJS.Signals) => Promise<void>
}

/** Starts a server and waits until it reports that it is ready. It ends with this process at the latest. */
export async function startProgram(
  [command, ...words]: [string, ...string[]],
  isReady: RegExp,
  options: SpawnOptions = {},
): Promise<RunningProgram> {
  const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.race([once(child, 'close'), once(child, 'error')])
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  let written = ''
  const ready = await new Promise<RegExpExecArray>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        written = `${written}${chunk}`.slice(-4000)
        const program = isReady.exec(written)
        if (program) resolve(program)
      })
    void ended.then(() => reject(new Error(`${command} did not start:\n${written}`)))
  })
  return {
    child,
    ready,
    async end(signal = 'SIGKILL') {
      process.off('exit', endWithUs)
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
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

/** Prints the path of a program, when `npm test` or a developer runs a file of this folder. */
export function tellWhere(name: string, find: () => string): void {
  try {
    console.info(`${name}: ${find()}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
