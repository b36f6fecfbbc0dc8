/** Reads and parses every source file once, for the rules. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Comment, parseSync } from 'oxc-parser'
import { COVERAGE } from './architecture-rules.ts'

/** A node of the syntax tree. The rules only know that it has a type. */
export interface SyntaxNode {
  type: string
  start: number
  [key: string]: unknown
}

export interface Import {
  /** The specifier as written. */
  specifier: string
  /** One of our paths, `npm:<package and path>` or `node:<module>`. */
  target: string
  line: number
  typeOnly: boolean
}

export interface SourceFile {
  path: string
  text: string
  program: unknown
  comments: Comment[]
  imports: Import[]
  /** The parser's error, if it failed. The other fields are then incomplete. */
  unreadable: string | undefined
}

export interface SourceTree {
  /** Every file below the source folders, of any kind. */
  paths: readonly string[]
  /** The TypeScript and JavaScript among them. */
  sources: readonly SourceFile[]
  /** The text of tests/specification-coverage.json, if it exists. */
  coverage: string | undefined
}

const FOLDERS = ['contract', 'server', 'web', 'scripts', 'tests']
const SOURCE = /\.(ts|tsx|mjs)$/
const ROOT_SOURCE = /\.config\.ts$/

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('tests/')
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function filesUnder(root: string, folder: string): string[] {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => posix.join(folder, join(entry.parentPath, entry.name).slice(join(root, folder).length)))
  } catch {
    return []
  }
}

/** Resolves a specifier relative to the importing file. */
function targetOf(specifier: string, importer: string): string {
  const bare = specifier.split('?')[0] ?? specifier
  if (bare.startsWith('#')) return bare.slice(1)
  if (bare.startsWith('.')) return posix.join(posix.dirname(importer), bare)
  return bare.startsWith('node:') ? bare : `npm:${bare}`
}

function importsOf(path: string, text: string, module: ReturnType<typeof parseSync>['module']): Import[] {
  const importOf = (specifier: string, start: number, typeOnly: boolean): Import => ({
    specifier,
    target: targetOf(specifier, path),
    line: lineAt(text, start),
    typeOnly,
  })
  const imports = module.staticImports.map(({ moduleRequest, start, entries }) => {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType)
    return importOf(moduleRequest.value, start, typeOnly)
  })
  const exports = module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [importOf(moduleRequest.value, start, isType)] : [],
    ),
  )
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    const literal = text.slice(moduleRequest.start, moduleRequest.end).match(/^['"](.+)['"]$/)
    return literal?.[1] === undefined ? [] : [importOf(literal[1], start, false)]
  })
  return [...imports, ...exports, ...dynamic]
}

function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments, module, errors } = parseSync(path, text)
  const imports = importsOf(path, text, module)
  return { path, text, program, comments, imports, unreadable: errors[0]?.message }
}

/** Reads everything that the rules check below `root`. A missing folder counts as empty. */
export function readSources(root: string): SourceTree {
  const atRoot = readdirSync(root).filter((name) => ROOT_SOURCE.test(name))
  const paths = [...FOLDERS.flatMap((folder) => filesUnder(root, folder)), ...atRoot].sort()
  const coverage = join(root, COVERAGE)
  return {
    paths,
    sources: paths.filter((path) => SOURCE.test(path)).map((path) => readSource(root, path)),
    coverage: existsSync(coverage) ? readFileSync(coverage, 'utf8') : undefined,
  }
}
