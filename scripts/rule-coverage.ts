import { COVERAGE_PAGE, SENTENCES } from './architecture-rules.ts'
import { isNode, isTest, type SourceFile, type SourceTree, type SyntaxNode } from './read-sources.ts'
import type { Violation } from './violation.ts'
import { walk } from './walk.ts'

const RULE = 'Every sentence of the specification has the file that makes it true and a test that shows it.'
const TESTS = new Set(['test', 'it', 'describe'])
const NOT_RUN = new Set(['skip', 'fixme', 'todo'])
const CODE = /`([^`]+)`/g
const SHOWN_BY = /^`([^`]+)`: `([^`]+)`$/

interface Row {
  line: number
  id: string
  /** The sentence, the files that implement it, the tests that prove it. */
  cells: readonly string[]
}

function rowsOf(page: string): Row[] {
  return page.split('\n').flatMap((text, index) => {
    const [id = '', ...cells] = text
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return /^\d/.test(id) ? [{ line: index + 1, id, cells }] : []
  })
}

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
function numberViolations(rows: readonly Row[]): string[] {
  return SENTENCES.flatMap((sentences, index) => {
    const section = `${index + 1}.`
    const written = rows.filter(({ id }) => id.startsWith(section)).map(({ id }) => id)
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

function rowViolations({ cells }: Row, { paths, titles }: Known): string[] {
  const [, files = '', tests = ''] = cells
  if (cells.length !== 3 || cells.some((cell) => cell === '')) return ['has an empty cell, or one too many']
  const named = [...files.matchAll(CODE)].map(([, file = '']) => file)
  const missing = named.filter((file) => !paths.has(file)).map((file) => `${file} does not exist`)
  return [...(named.length === 0 ? ['names no file'] : []), ...missing, ...testViolations(tests, titles)]
}

function testViolations(cell: string, titles: Known['titles']): string[] {
  return cell.split('<br>').flatMap((entry) => {
    const [, file, title] = SHOWN_BY.exec(entry.trim()) ?? []
    if (file === undefined || title === undefined) return [`'${entry}' names no test`]
    const exists = titles.get(file)?.some((one) => one.includes(title))
    return exists ? [] : [`${file} has no test '${title}'`]
  })
}

/** Checks that the files and tests named in docs/specification-coverage.md exist. */
export function coverageViolations({ coverage, paths, sources }: SourceTree): Violation[] {
  const violation = (line: number, what: string): Violation => ({
    file: COVERAGE_PAGE,
    line,
    rule: RULE,
    what,
  })
  if (coverage === undefined) return [violation(1, 'is missing')]
  const rows = rowsOf(coverage)
  const known: Known = {
    paths: new Set(paths),
    titles: new Map(
      sources.filter(({ path }) => isTest(path)).map((source) => [source.path, titlesOf(source)]),
    ),
  }
  return [
    ...numberViolations(rows).map((what) => violation(1, what)),
    ...rows.flatMap((row) =>
      rowViolations(row, known).map((what) => violation(row.line, `${row.id} ${what}`)),
    ),
  ]
}
