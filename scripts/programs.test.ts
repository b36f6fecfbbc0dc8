import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { missingPrograms } from './programs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-programs-'))
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('a missing program is installed as root on Debian, with what it needs', () => {
  const log = join(folder, 'asked')
  const brought = join(folder, 'gcc')
  // It has no list of packages yet: installing fails until it was updated.
  writeFileSync(
    join(folder, 'apt-get'),
    [
      '#!/bin/sh',
      `echo "$@" >> ${log}`,
      `if [ "$1" = update ]; then : > ${folder}/updated; exit 0; fi`,
      `[ -e ${folder}/updated ] || exit 1`,
      `: > ${brought}`,
    ].join('\n'),
  )
  chmodSync(join(folder, 'apt-get'), 0o755)
  vi.stubEnv('PATH', folder)
  expect(missingPrograms(['gcc'], true)).toBeUndefined()
  const install = 'install -y -qq --no-install-recommends gcc libc6-dev'
  expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([install, 'update -qq', install])
  expect(missingPrograms(['gcc'], true)).toBeUndefined()
})

test('elsewhere one sentence says what to install', () => {
  vi.stubEnv('PATH', folder)
  expect(missingPrograms(['no-such-program'], false)).toBe(
    'no-such-program is not installed; on Debian: apt-get install no-such-program',
  )
})

test.each([
  { command: 'test:cluster', file: 'tests/cluster/run.ts', words: [], status: 1 },
  { command: 'test:faults', file: 'tests/faults/run.ts', words: ['F15'], status: 0 },
  { command: 'test:tools', file: 'tests/tools/run.ts', words: ['zzuf'], status: 0 },
  { command: 'test:firefox', file: 'tests/firefox/run.ts', words: [], status: 1 },
  { command: 'bench', file: 'tests/bench/run.ts', words: ['--large', 'none'], status: 1 },
  { command: 'test:lighthouse', file: 'tests/lighthouse/run.ts', words: [], status: 1 },
])('$command says in a sentence what it lacks, without a stack trace', ({ file, words, status }) => {
  mkdirSync(join(folder, 'empty'))
  const env = { PATH: join(folder, 'empty'), CHROMIUM_PATH: join(folder, 'no-browser') }
  const ended = spawnSync(process.execPath, [join(root, file), ...words], { env, encoding: 'utf8' })
  const output = `${ended.stdout}${ended.stderr}`
  expect(output).toMatch(/not installed|First: npm run|no Chromium/)
  expect(output).not.toMatch(/^\s+at /m)
  expect(ended.status).toBe(status)
})
