import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { COVERAGE, SENTENCES } from './architecture-rules.ts'
import { readSources } from './read-sources.ts'
import { coverageViolations } from './rule-coverage.ts'

const TESTS = `
test('it says so', () => {})
test.each([1, 2])('$name is counted', () => {})
describe('a group', () => {
  test(\`the \${1 + 1} of them\`, () => {})
})
test.skip('it is not run', () => {})
// test('it is a comment', () => {})
expect('it is a text')
`
const GOOD = {
  sentence: 'Said “letter for letter”.',
  files: ['web/a.ts'],
  tests: { 'web/a.test.ts': ['it says so'] },
}

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** Every sentence, with `first` in place of the first one. */
function coverageOf(first: object = GOOD): string {
  const rows = SENTENCES.flatMap((count, index) =>
    Array.from({ length: count }, (_, n) => [`${index + 1}.${n + 1}`, GOOD] as const),
  )
  return JSON.stringify(Object.fromEntries([...rows, ['1.1', first]]), undefined, 2)
}

function violationsOf(coverage: string | undefined): string[] {
  const root = mkdtempSync(join(tmpdir(), 'coverage-'))
  roots.push(root)
  const files = { 'web/a.ts': 'export const a = 1\n', 'web/a.test.ts': TESTS, [COVERAGE]: coverage }
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return coverageViolations(readSources(root)).map(({ line, what }) => `${line}: ${what}`)
}

test('coverage whose sentences all have a file and a test has no violation', () => {
  expect(violationsOf(coverageOf())).toEqual([])
})

test.each(['it says so', '$name is counted', 'the … of them', 'a group', 'says'])(
  'a test is named by its title or a part of it: %s',
  (title) => {
    expect(violationsOf(coverageOf({ ...GOOD, tests: { 'web/a.test.ts': [title] } }))).toEqual([])
  },
)

test.each([
  ['a file that is not there', { files: ['web/b.ts'] }, 'web/b.ts does not exist'],
  ['one of several files', { files: ['web/a.ts', 'web/b.ts'] }, 'web/b.ts does'],
  ['a test file that is not there', { tests: { 'web/b.test.ts': ['it says so'] } }, 'has no test'],
  ['a title that is not there', { tests: { 'web/a.test.ts': ['it sings'] } }, "has no test 'it sings'"],
  ['one of several titles', { tests: { 'web/a.test.ts': ['it says so', 'it sings'] } }, 'it sings'],
  ['a test that is left out', { tests: { 'web/a.test.ts': ['it is not run'] } }, 'has no test'],
  ['a test in a comment', { tests: { 'web/a.test.ts': ['it is a comment'] } }, 'has no test'],
  ['a text that is no title', { tests: { 'web/a.test.ts': ['it is a text'] } }, 'has no test'],
  ['a title in a file without tests', { tests: { 'web/a.ts': ['a'] } }, 'has no test'],
  ['no test', { tests: {} }, 'names no test'],
])('rejected: %s', (_what, row, violation) => {
  const violations = violationsOf(coverageOf({ ...GOOD, ...row }))
  expect(violations).toHaveLength(1)
  expect(violations[0]).toMatch(/^\d+: 1\.1 /)
  expect(violations[0]).toContain(violation)
})

test.each([
  ['no file', { files: [] }, 'files'],
  ['an empty sentence', { sentence: '' }, 'sentence'],
  ['no title', { tests: { 'web/a.test.ts': [] } }, 'tests'],
  ['an empty title', { tests: { 'web/a.test.ts': [''] } }, 'tests'],
  ['an unknown field', { shownBy: 'web/a.test.ts' }, 'shownBy'],
])('rejected: %s', (_what, row, violation) => {
  const violations = violationsOf(coverageOf({ ...GOOD, ...row }))
  expect(violations).toHaveLength(1)
  expect(violations[0]).toContain(violation)
})

const lastOfAll = `9.${SENTENCES[8]}`
test.each([
  ['its first sentence', (id: string) => id === '1.1', 'section 1'],
  ['its last sentence', (id: string) => id === lastOfAll, 'section 9'],
  ['a section', (id: string) => id.startsWith('7.'), 'section 7 has the rows none'],
])('coverage that lost %s is rejected', (_what, isLost, violation) => {
  const rows = Object.entries(JSON.parse(coverageOf())).filter(([id]) => !isLost(id))
  const violations = violationsOf(JSON.stringify(Object.fromEntries(rows)))
  expect(violations).toHaveLength(1)
  expect(violations[0]).toContain(violation)
})

test('coverage with a sentence twice is rejected', () => {
  const violations = violationsOf(coverageOf().replace('"5.2":', '"5.1":'))
  expect(violations).toHaveLength(1)
  expect(violations[0]).toContain('section 5')
})

test('coverage that is no JSON is rejected', () => {
  expect(violationsOf('{')[0]).toContain('SyntaxError')
})

test('a tree without coverage is rejected', () => {
  expect(violationsOf(undefined)).toEqual(['1: is missing'])
})
