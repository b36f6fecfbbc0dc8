/** The steps of `npm run check` and `npm test`: commands with their durations. */
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface Step {
  name: string
  command: string
  args: readonly string[]
}

export const CHECKS: readonly Step[] = [
  {
    name: 'format and lint',
    command: 'biome',
    args: ['check', '--error-on-warnings', '--max-diagnostics=none', '.'],
  },
  { name: 'unhandled promises', command: 'oxlint', args: ['--type-aware', '--deny-warnings', '.'] },
  { name: 'types of the server', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web', command: 'tsc', args: ['-p', 'tsconfig.web.json'] },
  { name: 'types of the tests', command: 'tsc', args: ['-p', 'tsconfig.tests.json'] },
  { name: 'rules', command: 'node', args: ['scripts/check-architecture.ts'] },
  { name: 'unused', command: 'knip', args: ['--no-progress'] },
]

/** Two of the checks run at the same time: each waits for files for a part of its time. */
const CHECKS_AT_ONCE = 2

/** Runs a step and returns whether it succeeded. Its output goes to `write`, or to the terminal at once. */
export async function runStep(
  { name, command, args }: Step,
  write?: (text: string) => void,
): Promise<boolean> {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const started = Date.now()
  const print = write ?? ((text: string) => void process.stdout.write(text))
  print(`\n── ${name}: ${command} ${args.join(' ')}\n`)
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH },
    stdio: write === undefined ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print)
  const ok = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      print(`${error.message}\n`)
      resolve(false)
    })
    child.on('close', (code, signal) => {
      if (signal !== null) print(`${command} was ended by ${signal}\n`)
      resolve(code === 0)
    })
  })
  print(`── ${name}: ${ok ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
  return ok
}

/** Runs every check, two at a time, and returns those that failed. The output of a check appears when it has ended. */
export async function runChecks(): Promise<Step[]> {
  const waiting = [...CHECKS]
  const failed: Step[] = []
  const runNext = async (): Promise<void> => {
    const step = waiting.shift()
    if (step === undefined) return
    let output = ''
    const ok = await runStep(step, (text) => {
      output += text
    })
    process.stdout.write(output)
    if (!ok) failed.push(step)
    await runNext()
  }
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, runNext))
  return failed
}
