import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
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
const PLANTS: Record<string, { files: Record<string, string>; said: string[] }> = {
  'format and lint': {
    files: {
      'server/core/planted.ts': 'export const planted = {a:1};\n',
      'server/core/planted-length.ts': `export function planted(a: number): number {\n${'  a.toString()\n'.repeat(61)}  return a\n}\n`,
      'web/ui/planted.module.css': 'p{color:red}\n',
      'web/ui/planted.tsx':
        'export function Planted({ a }: { a: string[] }) {\n  return <img src={a[0]!} />\n}\n',
    },
    said: [
      'planted.ts format',
      'planted.module.css format',
      'useAltText',
      'noNonNullAssertion',
      'noExcessiveLinesPerFunction',
    ],
  },
  'forgotten promises': {
    files: {
      'server/core/planted.ts': [
        "import type { Db } from './db/database.ts'",
        "const rooms = (db: Db) => ({ empty: () => db.deleteFrom('likes').execute() })",
        'export function planted(db: Db) {',
        "  db.deleteFrom('likes').execute()",
        '  rooms(db).empty()',
        '}',
      ].join('\n'),
    },
    said: ['planted.ts:4:', 'planted.ts:5:'],
  },
  'types of the server': {
    files: {
      'server/core/planted.ts': 'export const planted = document.title\nexport enum Planted { A }\n',
      'contract/planted.ts': 'export const planted = [1][0].toFixed()\n',
    },
    said: ["'document'", 'TS1294', 'contract/planted.ts'],
  },
  'types of the web': {
    files: {
      'web/ui/planted.tsx': "export { join } from 'node:path'\nexport const planted = process.version\n",
    },
    said: ["'node:path'", "'process'"],
  },
  'types of the tests': {
    files: {
      'tests/e2e/planted.spec.ts': 'export const a: string = 1\n',
      'web/ui/planted.test.tsx': 'export const a: string = 1\n',
    },
    said: ['planted.spec.ts', 'planted.test.tsx'],
  },
  laws: {
    files: { 'server/core/planted.ts': "import '#web/core/api.ts'\n" },
    said: ['server/core/planted.ts:1'],
  },
  unused: {
    files: { 'server/core/planted.ts': 'export const planted = 1\n' },
    said: ['server/core/planted.ts'],
  },
}

/** These look at how files hang together; the others find what is planted in any part of the project. */
const NEED_ALL = new Set(['laws', 'unused'])
const LEFT_OUT =
  /[\\/](features|pages|app|layout|demo|archive|doctor|cli|workers|journeys|faults|cluster|tools)[\\/]./

const copies = { whole: '', part: '' }

function copyProject(isPart: boolean): string {
  const copy = mkdtempSync(join(tmpdir(), 'checks-'))
  const filter = (path: string) => !(isPart && LEFT_OUT.test(path.slice(root.length)))
  for (const name of readdirSync(root)) {
    if (!NOT_COPIED.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true, filter })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

beforeAll(() => {
  copies.whole = copyProject(false)
  copies.part = copyProject(true)
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

test.for(CHECKS.map(({ name }) => name))('%s: refuses what is planted', { timeout: LIMIT_MS }, (check) => {
  const { files = {}, said = ['a plant for this check'] } = PLANTS[check] ?? {}
  const copy = NEED_ALL.has(check) ? copies.whole : copies.part
  for (const [path, text] of Object.entries(files)) writeFileSync(join(copy, path), text)
  const { status, output } = run(check, copy)
  for (const path of Object.keys(files)) rmSync(join(copy, path))
  expect(status).toBeGreaterThan(0)
  for (const words of said) expect(output).toContain(words)
})
