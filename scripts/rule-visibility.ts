import { COMPARES_VISIBILITY, COMPARES_VISIBILITY_RULE } from './architecture-rules.ts'
import { isNode, isTest, lineAt, type SourceFile, type SourceTree, type SyntaxNode } from './read-sources.ts'
import type { Violation } from './violation.ts'
import { walk } from './walk.ts'

const SHOWN = /^(\w+\.)?(shown|playlist_shown|visibility)$/
const PLAYLIST_STATUS = /^(playlists\.status|playlist_status)$/
/** A comparison in SQL, also as the subject of a `case`. */
const IN_SQL = /\b((playlists\.)?(shown|visibility)|playlists\.status)\s*(=|<>|!=|in\s*\(|when\b)/i
const EQUALITY = new Set(['===', '!==', '==', '!='])

function textOf(node: unknown): string {
  if (!isNode(node)) return ''
  const value =
    node.type === 'MemberExpression' && isNode(node.property) ? node.property.name : (node.value ?? node.name)
  return typeof value === 'string' ? value : ''
}

/** `.where('shown', '=', …)`, `eb('playlists.status', …)`; of `status` alone, where the query reads playlists. */
function comparesColumn({ type, callee, arguments: given, start }: SyntaxNode, text: string): boolean {
  if (type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given) || given.length < 3) return false
  const [column]: unknown[] = given
  if (!isNode(column) || column.type !== 'Literal') return false
  const name = textOf(column)
  if (name === 'status') return /selectFrom\(\s*'playlists'/.test(text.slice(start, column.start))
  return SHOWN.test(name) || PLAYLIST_STATUS.test(name)
}

function comparesInSql({ type, tag, quasi }: SyntaxNode, text: string): boolean {
  if (type !== 'TaggedTemplateExpression' || textOf(tag) !== 'sql' || !isNode(quasi)) return false
  return IN_SQL.test(text.slice(quasi.start, Number(quasi.end)))
}

/** `playlist.shown === 'public'`. */
function comparesValue({ type, operator, left, right }: SyntaxNode): boolean {
  if (type !== 'BinaryExpression' || !EQUALITY.has(String(operator))) return false
  const names = [left, right].map((side) => (isNode(side) && side.type !== 'Literal' ? textOf(side) : ''))
  return names.some((name) => SHOWN.test(name) || PLAYLIST_STATUS.test(name))
}

function comparisonsIn({ program, text }: SourceFile): number[] {
  const positions: number[] = []
  walk(program, (node) => {
    if (comparesColumn(node, text) || comparesInSql(node, text) || comparesValue(node))
      positions.push(node.start)
  })
  return positions
}

/** Comparisons that decide who sees a playlist, outside of the features that may. */
export function visibilityViolations({ sources }: SourceTree): Violation[] {
  const judged = sources.filter(
    ({ path }) => path.startsWith('server/') && !isTest(path) && !COMPARES_VISIBILITY.test(path),
  )
  return judged.flatMap((source) =>
    comparisonsIn(source).map((start) => ({
      file: source.path,
      line: lineAt(source.text, start),
      rule: COMPARES_VISIBILITY_RULE,
      what: 'compares who sees a playlist',
    })),
  )
}
