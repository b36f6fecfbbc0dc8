import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each([
  ['without a limit of its own', undefined],
  ['with a higher limit', 2000],
])('a program %s starts on a server whose processor time is limited', (_which, cpuSeconds) => {
  const module = new URL('./process-group.ts', import.meta.url).href
  const start = JSON.stringify({ program: 'echo', args: ['two words'], folder: '/', cpuSeconds })
  const code = `
    const { startGroup } = await import(${JSON.stringify(module)})
    startGroup(${start}).stdout.pipe(process.stdout)`
  const limited = [
    '-c',
    'ulimit -t 1000 && exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '-e',
    code,
  ]
  expect(execFileSync('/bin/sh', limited, { encoding: 'utf8' })).toBe('two words\n')
})
