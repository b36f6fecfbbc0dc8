import { z } from 'zod'
import { COVERAGE, SENTENCES } from './architecture-rules.ts'
import { isNode, isTest, type SourceFile, type SourceTree, type SyntaxNode } from './read-sources.ts'
import type { Violation } from './violation.ts'
import { walk } from './walk.ts'

const RULE = 'Every sentence of the specification has the file that makes it true and a test that shows it.'
const TESTS = new Set(['test', 'it', 'describe'])
const NOT_RUN = new Set(['skip', 'fixme', 'todo'])

/** A sentence by its number, the files that implement it, and titles of the tests that prove it, by file. */
const Coverage = z.record(
  z.string(),
  z.strictObject({
    sentence: z.string().min(1),
    files: z.array(z.string()).min(1),
    tests: z.record(z.string(), z.array(z.string().min(1)).min(1)),
  }),
)
type Row = z.infer<typeof Coverage>[string]

/** The name of a call such as `test('…')`, `test.each(…)('…')` or `test.describe('…')`, and whether the test runs. */
function isRun(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return TESTS.has(String(callee.name))
  if (callee.type === 'CallExpression') return isRun(callee.callee)
  if (callee.type !== 'MemberExpression' || !isNode(callee.property)) return false
  return !NOT_RUN.has(String(callee.property.name)) && isRun(callee.object)
}

/** A literal text, without the expressions of a template. */
function textOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  return node.type === 'TemplateLiteral' && Array.isArray(node.quasis) ? node.quasis.map(quasi).join('…') : ''
}

function quasi(part: unknown): string {
  const value: unknown = isNode(part) ? part.value : undefined
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
}

function titleOf({ type, callee, arguments: args }: SyntaxNode): string {
  return type === 'CallExpression' && isRun(callee) && Array.isArray(args) ? textOf(args[0]) : ''
}

/** The titles of the tests in a file, without skipped ones. */
function titlesOf({ program }: SourceFile): string[] {
  const titles: string[] = []
  walk(program, (node) => {
    const title = titleOf(node)
    if (title !== '') titles.push(title)
  })
  return titles
}

/** Checks the numbers: each section counts 1, 2, 3 … up to its number of sentences. */
function numberViolations(ids: readonly string[]): string[] {
  return SENTENCES.flatMap((sentences, index) => {
    const section = `${index + 1}.`
    const written = ids.filter((id) => id.startsWith(section))
    const expected = Array.from({ length: sentences }, (_, n) => `${section}${n + 1}`)
    return written.join() === expected.join()
      ? []
      : [`section ${index + 1} has the rows ${written.join(', ') || 'none'}`]
  })
}

interface Known {
  paths: ReadonlySet<string>
  titles: ReadonlyMap<string, readonly string[]>
}

/** A title is given by a part that tells it from others. */
function rowViolations({ files, tests }: Row, { paths, titles }: Known): string[] {
  const missing = files.filter((file) => !paths.has(file)).map((file) => `${file} does not exist`)
  const named = Object.entries(tests).flatMap(([file, parts]) => parts.map((part) => ({ file, part })))
  const untested = named
    .filter(({ file, part }) => !titles.get(file)?.some((title) => title.includes(part)))
    .map(({ file, part }) => `${file} has no test '${part}'`)
  return [...missing, ...(named.length === 0 ? ['names no test'] : []), ...untested]
}

function parseCoverage(text: string): z.infer<typeof Coverage> | string {
  try {
    const { success, data, error } = Coverage.safeParse(JSON.parse(text))
    return success ? data : z.prettifyError(error)
  } catch (error) {
    return String(error)
  }
}

/** Checks that the files and tests named in tests/specification-coverage.json exist. */
export function coverageViolations({ coverage, paths, sources }: SourceTree): Violation[] {
  const violation = (line: number, what: string): Violation => ({ file: COVERAGE, line, rule: RULE, what })
  if (coverage === undefined) return [violation(1, 'is missing')]
  const rows = parseCoverage(coverage)
  if (typeof rows === 'string') return [violation(1, rows)]
  const lines = coverage.split('\n')
  const lineOf = (id: string) => lines.findIndex((line) => line.includes(`"${id}":`)) + 1
  const known: Known = {
    paths: new Set(paths),
    titles: new Map(
      sources.filter(({ path }) => isTest(path)).map((source) => [source.path, titlesOf(source)]),
    ),
  }
  return [
    ...numberViolations(Object.keys(rows)).map((what) => violation(1, what)),
    ...Object.entries(rows).flatMap(([id, row]) =>
      rowViolations(row, known).map((what) => violation(lineOf(id), `${id} ${what}`)),
    ),
  ]
}
