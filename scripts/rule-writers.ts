import { WRITERS, WRITERS_BY_PREFIX, WRITES_ANYTHING } from './architecture-rules.ts'
import { isNode, lineAt, type SourceFile, type SourceTree, type SyntaxNode } from './read-sources.ts'
import type { Violation } from './violation.ts'
import { walk } from './walk.ts'

const RULE = 'Read what you like, write what you own.'
const WRITING_CALLS = new Set(['insertInto', 'replaceInto', 'mergeInto', 'updateTable', 'deleteFrom'])
const WRITING_SQL = /\b(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update|delete\s+from)\s+["`]?(\w+)/gi
/** `on conflict do update set` belongs to an insert, which has its own check. */
const NOT_A_TABLE = new Set(['set', 'of'])

interface Write {
  table: string | undefined
  start: number
}

function writeByCall({ callee, arguments: args, start }: SyntaxNode): Write[] {
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee.property)) return []
  const method = callee.property.name
  if (typeof method !== 'string' || !WRITING_CALLS.has(method)) return []
  const first: unknown = Array.isArray(args) ? args[0] : undefined
  const name = isNode(first) && first.type === 'Literal' ? first.value : undefined
  return [{ table: typeof name === 'string' ? name.split(/\s+as\s+/)[0] : undefined, start }]
}

function writeBySql({ tag, quasi, start }: SyntaxNode, text: string): Write[] {
  if (!isNode(tag) || tag.name !== 'sql' || !isNode(quasi)) return []
  const sql = text.slice(quasi.start, Number(quasi.end))
  return [...sql.matchAll(WRITING_SQL)]
    .map(([, table = '']) => ({ table, start }))
    .filter(({ table }) => !NOT_A_TABLE.has(table.toLowerCase()))
}

function writesOf({ program, text }: SourceFile): Write[] {
  const writes: Write[] = []
  walk(program, (node) => {
    if (node.type === 'CallExpression') writes.push(...writeByCall(node))
    if (node.type === 'TaggedTemplateExpression') writes.push(...writeBySql(node, text))
  })
  return writes
}

function writersOf(table: string): readonly string[] | undefined {
  const family = Object.entries(WRITERS_BY_PREFIX).find(([prefix]) => table.startsWith(prefix))
  return WRITERS[table] ?? family?.[1]
}

function judge(path: string, table: string | undefined): string | undefined {
  if (table === undefined) return 'writes a table whose name is not written out'
  const writers = writersOf(table)
  if (writers === undefined) return `writes ${table}, which has no owner in rules.ts`
  return writers.some((writer) => path.startsWith(writer)) ? undefined : `writes ${table}`
}

/** Writes to tables of another feature. */
export function writerViolations({ sources }: SourceTree): Violation[] {
  const judged = sources.filter(({ path }) => path.startsWith('server/') && !WRITES_ANYTHING.test(path))
  return judged.flatMap((source) =>
    writesOf(source).flatMap(({ table, start }) => {
      const what = judge(source.path, table)
      return what === undefined
        ? []
        : [{ file: source.path, line: lineAt(source.text, start), rule: RULE, what }]
    }),
  )
}
