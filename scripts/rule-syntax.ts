import { type Finder, SYNTAX_RULES } from './architecture-rules.ts'
import { isNode, lineAt, type SourceFile, type SourceTree, type SyntaxNode } from './read-sources.ts'
import type { Violation } from './violation.ts'
import { walk } from './walk.ts'

const MARKUP_NAMES = new Set([
  'dangerouslySetInnerHTML',
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'setHTMLUnsafe',
])
const UNGUARDED_KEY_HANDLERS = new Set([
  'onKeyUp',
  'onKeyPress',
  'onKeyDownCapture',
  'onKeyUpCapture',
  'onKeyPressCapture',
  'onkeydown',
  'onkeyup',
  'onkeypress',
])
const UNGUARDED_KEY_EVENTS = new Set(['keyup', 'keypress'])
const SILENCER = /@ts-(ignore|nocheck|expect-error)/

/** The name of an identifier or the value of a literal, else `undefined`. */
function nameOf(node: unknown): unknown {
  return isNode(node) ? (node.name ?? node.value) : undefined
}

function isMember(node: SyntaxNode, object: string, property: string): boolean {
  return (
    node.type === 'MemberExpression' && nameOf(node.object) === object && nameOf(node.property) === property
  )
}

/** A name in code: a property, a key or an attribute, but no text or comment. */
function isNamed(node: SyntaxNode, names: Set<string>): boolean {
  const key = { MemberExpression: 'property', Property: 'key', JSXAttribute: 'name' }[node.type]
  const name = key === undefined ? undefined : nameOf(node[key])
  return typeof name === 'string' && names.has(name)
}

function isEvaluation(node: SyntaxNode): boolean {
  if (node.type === 'CallExpression') return ['eval', 'Function'].includes(String(nameOf(node.callee)))
  return node.type === 'NewExpression' && nameOf(node.callee) === 'Function'
}

/** A handler of keys that composed-keys.ts does not reach: of another event than keydown, or one that may hear a key before it. */
function isUnguardedKey(node: SyntaxNode): boolean {
  return isNamed(node, UNGUARDED_KEY_HANDLERS) || isLiteral(node, UNGUARDED_KEY_EVENTS) || isCapturedKey(node)
}

/** `addEventListener('keydown', listener, true)`, or with options that have `capture`. */
function isCapturedKey({ type, arguments: given }: SyntaxNode): boolean {
  if (type !== 'CallExpression' || !Array.isArray(given)) return false
  const [event, , options]: unknown[] = given
  if (!(isNode(event) && isLiteral(event, new Set(['keydown'])) && isNode(options))) return false
  let captures = options.value === true
  walk(options, (each) => {
    captures ||= isNamed(each, new Set(['capture']))
  })
  return captures
}

/** A string in quotes, or a piece of one in backticks. */
function isLiteral({ type, value }: SyntaxNode, values: Set<string>): boolean {
  if (type !== 'Literal' && type !== 'TemplateElement') return false
  const text = typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value
  return typeof text === 'string' && values.has(text)
}

const FINDERS: Record<Exclude<Finder, 'silencedCompiler'>, (node: SyntaxNode) => boolean> = {
  decorator: ({ type }) => type === 'Decorator',
  rawSql: (node) => isMember(node, 'sql', 'raw'),
  markup: (node) => isNamed(node, MARKUP_NAMES),
  evaluation: isEvaluation,
  environment: (node) => isMember(node, 'process', 'env'),
  anyType: ({ type }) => type === 'TSAnyKeyword',
  styleAttribute: (node) => node.type === 'JSXAttribute' && isNamed(node, new Set(['style'])),
  unguardedKey: isUnguardedKey,
}

function positionsOf({ program, comments }: SourceFile, finder: Finder): number[] {
  if (finder === 'silencedCompiler') {
    return comments.filter(({ value }) => SILENCER.test(value)).map(({ start }) => start)
  }
  const positions: number[] = []
  walk(program, (node) => {
    if (FINDERS[finder](node)) positions.push(node.start)
  })
  return positions
}

/** Violations of the syntax rules: code that no file may contain. */
export function syntaxViolations({ sources }: SourceTree): Violation[] {
  return SYNTAX_RULES.flatMap(({ finds, in: where, rule }) =>
    sources
      .filter(({ path }) => where.test(path))
      .flatMap((source) =>
        positionsOf(source, finds).map((start) => ({
          file: source.path,
          line: lineAt(source.text, start),
          rule,
          what: source.text.slice(start, start + 40).split('\n')[0] ?? '',
        })),
      ),
  )
}
