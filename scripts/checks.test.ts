import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS, root } from './steps.ts'

const NOT_COPIED = new Set([
  'node_modules',
  '.git',
  'dist',
  'data',
  '.cache',
  'test-results',
  'docs',
  'bench',
])
const LIMIT_MS = 300_000

/** For each check of `npm run check`: files that are wrong, and what it must say of them. */
const SAMPLES: Record<string, { files: Record<string, string>; expectedOutput: string[] }> = {
  'format and lint': {
    files: {
      'server/data/sample.ts': 'export const sample = {a:1};\n',
      'server/data/sample-length.ts': `export function sample(a: number): number {\n${'  a.toString()\n'.repeat(61)}  return a\n}\n`,
      'server/data/sample-cycle.ts':
        "import { b } from '#server/data/sample-end.ts'\nexport const a = () => b()\n",
      'server/data/sample-end.ts': "import { a } from './sample-cycle.ts'\nexport const b = () => a()\n",
      'web/ui/sample.module.css': 'p{color:red}\n',
      'web/ui/sample.tsx':
        'export function Sample({ a }: { a: string[] }) {\n  return <img src={a[0]!} />\n}\n',
    },
    expectedOutput: [
      'sample.ts format',
      'sample.module.css format',
      'useAltText',
      'noImportCycles',
      'noNonNullAssertion',
      'noExcessiveLinesPerFunction',
    ],
  },
  'unhandled promises': {
    files: {
      'server/data/sample.ts': [
        "import type { Db } from './database.ts'",
        "const features = (db: Db) => ({ empty: () => db.deleteFrom('likes').execute() })",
        'export function sample(db: Db) {',
        "  db.deleteFrom('likes').execute()",
        '  features(db).empty()',
        '}',
      ].join('\n'),
    },
    expectedOutput: ['sample.ts:4:', 'sample.ts:5:'],
  },
  'types of the server': {
    files: {
      'server/data/sample.ts': 'export const sample = document.title\nexport enum Sample { A }\n',
      'contract/sample.ts': 'export const sample = [1][0].toFixed()\n',
    },
    expectedOutput: ["'document'", 'TS1294', 'contract/sample.ts'],
  },
  'types of the web': {
    files: {
      'web/ui/sample.tsx': "export { join } from 'node:path'\nexport const sample = process.version\n",
    },
    expectedOutput: ["'node:path'", "'process'"],
  },
  'types of the tests': {
    files: {
      'tests/e2e/sample.spec.ts': 'export const a: string = 1\n',
      'web/ui/sample.test.tsx': 'export const a: string = 1\n',
    },
    expectedOutput: ['sample.spec.ts', 'sample.test.tsx'],
  },
  rules: {
    files: { 'server/data/sample.ts': "import '#web/core/api.ts'\n" },
    expectedOutput: ['server/data/sample.ts:1'],
  },
  unused: {
    files: { 'server/data/sample.ts': 'export const sample = 1\n' },
    expectedOutput: ['server/data/sample.ts'],
  },
}

/** These look at how files hang together; the others find what is wrong in a tree of a few files. */
const NEED_ALL = new Set(['rules', 'unused'])

const copies = { whole: '', small: '' }

function copyProject(isWanted: (path: string) => boolean): string {
  const copy = mkdtempSync(join(tmpdir(), 'checks-'))
  const filter = (path: string) => isWanted(relative(root, path))
  for (const name of readdirSync(root)) {
    if (!NOT_COPIED.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true, filter })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** All folders, the configuration in the root, and the files that samples import. */
function isInSmallTree(path: string): boolean {
  return (
    statSync(join(root, path)).isDirectory() ||
    dirname(path) === '.' ||
    /^server\/data\/[a-z-]+\.ts$/.test(path)
  )
}

beforeAll(() => {
  copies.whole = copyProject(() => true)
  copies.small = copyProject(isInSmallTree)
})

afterAll(() => {
  for (const copy of Object.values(copies)) rmSync(copy, { recursive: true, force: true })
})

function run(check: string, cwd: string): { status: number | null; output: string } {
  const step = CHECKS.find(({ name }) => name === check)
  if (step === undefined) throw new Error(`There is no check named ${check}.`)
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, NO_COLOR: '1', FORCE_COLOR: undefined }
  const { status, stdout, stderr } = spawnSync(step.command, step.args, { cwd, env, encoding: 'utf8' })
  return { status, output: stripVTControlCharacters(stdout + stderr) }
}

test.for(CHECKS.map(({ name }) => name))('%s: rejects what is wrong', { timeout: LIMIT_MS }, (check) => {
  const { files = {}, expectedOutput = ['a sample for this check'] } = SAMPLES[check] ?? {}
  const copy = NEED_ALL.has(check) ? copies.whole : copies.small
  for (const [path, text] of Object.entries(files)) writeFileSync(join(copy, path), text)
  const { status, output } = run(check, copy)
  for (const path of Object.keys(files)) rmSync(join(copy, path))
  expect(status).toBeGreaterThan(0)
  for (const words of expectedOutput) expect(output).toContain(words)
})
