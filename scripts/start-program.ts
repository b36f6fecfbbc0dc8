/** Servers as child processes of the tests. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

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
        const found = isReady.exec(written)
        if (found) resolve(found)
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
