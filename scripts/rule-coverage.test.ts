import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { COVERAGE_PAGE, SENTENCES } from './architecture-rules.ts'
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
const GOOD = '| Said “letter for letter”. | `web/a.ts` | `web/a.test.ts`: `it says so` |'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** The whole page, with `first` in place of its first row. */
function page(first = `| 1.1 ${GOOD}`): string {
  const rows = SENTENCES.flatMap((count, index) =>
    Array.from({ length: count }, (_, n) => `| ${index + 1}.${n + 1} ${GOOD}`),
  )
  return ['# A heading', '| id | sentence | made true by | shown by |', first, ...rows.slice(1)].join('\n')
}

function violationsOf(coverage: string | undefined): string[] {
  const root = mkdtempSync(join(tmpdir(), 'coverage-'))
  roots.push(root)
  const files = { 'web/a.ts': 'export const a = 1\n', 'web/a.test.ts': TESTS, [COVERAGE_PAGE]: coverage }
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return coverageViolations(readSources(root)).map(({ line, what }) => `${line}: ${what}`)
}

test('a page whose sentences all have a file and a test has no violation', () => {
  expect(violationsOf(page())).toEqual([])
})

test.each(['it says so', '$name is counted', 'the … of them', 'a group', 'says'])(
  'a test is named by its title or a part of it: %s',
  (title) => {
    expect(violationsOf(page(`| 1.1 | So. | \`web/a.ts\` | \`web/a.test.ts\`: \`${title}\` |`))).toEqual([])
  },
)

test.each([
  [
    'a file that is not there',
    '| So. | `web/b.ts` | `web/a.test.ts`: `it says so` |',
    'web/b.ts does not exist',
  ],
  [
    'one of several files',
    '| So. | `web/a.ts`<br>`web/b.ts` | `web/a.test.ts`: `it says so` |',
    'web/b.ts does',
  ],
  ['no file at all', '| So. | the form | `web/a.test.ts`: `it says so` |', 'names no file'],
  ['a test file that is not there', '| So. | `web/a.ts` | `web/b.test.ts`: `it says so` |', 'has no test'],
  [
    'a title that is not there',
    '| So. | `web/a.ts` | `web/a.test.ts`: `it sings` |',
    "has no test 'it sings'",
  ],
  [
    'one of several titles',
    '| So. | `web/a.ts` | `web/a.test.ts`: `it says so`<br>`web/a.test.ts`: `it sings` |',
    'it sings',
  ],
  ['a test that is left out', '| So. | `web/a.ts` | `web/a.test.ts`: `it is not run` |', 'has no test'],
  ['a test in a comment', '| So. | `web/a.ts` | `web/a.test.ts`: `it is a comment` |', 'has no test'],
  ['a text that is no title', '| So. | `web/a.ts` | `web/a.test.ts`: `it is a text` |', 'has no test'],
  ['a title in a file without tests', '| So. | `web/a.ts` | `web/a.ts`: `a` |', 'has no test'],
  ['no title', '| So. | `web/a.ts` | `web/a.test.ts` |', 'names no test'],
  ['an empty sentence', '| | `web/a.ts` | `web/a.test.ts`: `it says so` |', 'empty cell'],
  ['an empty file', '| So. | | `web/a.test.ts`: `it says so` |', 'empty cell'],
  ['an empty test', '| So. | `web/a.ts` | |', 'empty cell'],
])('rejected: %s', (_what, row, violation) => {
  const violations = violationsOf(page(`| 1.1 ${row}`))
  expect(violations).toHaveLength(1)
  expect(violations[0]).toMatch(/^3: 1\.1 /)
  expect(violations[0]).toContain(violation)
})

test.each([
  ['lost its first row', (text: string) => text.replace(`| 1.1 ${GOOD}\n`, ''), 'section 1'],
  ['lost its last row', (text: string) => text.replace(`\n| 9.${SENTENCES[8]} ${GOOD}`, ''), 'section 9'],
  ['has a row twice', (text: string) => text.replace('| 5.2 ', '| 5.1 '), 'section 5'],
  ['lost a section', (text: string) => text.replaceAll(/^\| 7\..*\n/gm, ''), 'section 7 has the rows none'],
])('a page that %s is rejected', (_what, change, violation) => {
  const violations = violationsOf(change(page()))
  expect(violations).toHaveLength(1)
  expect(violations[0]).toContain(violation)
})

test('a tree without the page is rejected', () => {
  expect(violationsOf(undefined)).toEqual(['1: is missing'])
})
