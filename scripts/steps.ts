/** The steps of `npm run check` and `npm test`: commands that run one after the other, with their durations. */
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

/** Runs a step at `cwd` with its output on the terminal. Returns whether it succeeded. */
export async function runStep({ name, command, args }: Step, cwd = root): Promise<boolean> {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const started = Date.now()
  console.log(`\n── ${name}: ${command} ${args.join(' ')}`)
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PATH },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  const ok = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(false)
    })
    child.on('close', (code, signal) => {
      if (signal !== null) console.error(`${command} was ended by ${signal}`)
      resolve(code === 0)
    })
  })
  console.log(`── ${name}: ${ok ? 'passed' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return ok
}
