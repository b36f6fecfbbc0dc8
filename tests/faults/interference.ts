import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { endsWithUs } from '#scripts/start-program.ts'

/** Changes the results of a running process's system calls with strace. Returns a function that stops it. */
export async function interfere(
  pid: number | undefined,
  injection: string,
  log: string,
): Promise<() => Promise<void>> {
  const calls = injection.split(':', 1).join('')
  const strace = endsWithUs(
    spawn(
      'strace',
      ['-f', '-ttt', '-p', String(pid), '-o', log, '-e', `trace=${calls}`, '-e', `inject=${injection}`],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    ),
  )
  let output = ''
  strace.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  while (!output.includes('attached')) {
    if (strace.exitCode !== null) throw new Error(`strace: ${output}`)
    await delay(10)
  }
  return async () => {
    const gone = once(strace, 'exit')
    strace.kill('SIGINT')
    await gone
  }
}

/** The end of each changed call, in milliseconds of the clock. */
export function interferedIn(log: string): number[] {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /\((INJECTED|DELAYED)\)/.test(line))
    .map((line) => Number(line.split(/\s+/)[1]) * 1000)
}
