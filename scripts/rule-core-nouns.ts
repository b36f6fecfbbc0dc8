import { CORE_NOUNS, CORE_NOUNS_ALLOWED } from './architecture-rules.ts'
import { isTest, lineAt, type SourceFile, type SourceTree, type SyntaxNode } from './read-sources.ts'
import type { Violation } from './violation.ts'
import { walk } from './walk.ts'

const CORE = /^server\/(data|http|cache|auth|jobs)\/(?!migrations\/)/

/** The text of an identifier, a string or a piece of a template. The rules of imports judge the paths that begin with #. */
function textOf({ type, name, value }: SyntaxNode): string {
  if (type === 'TemplateElement') return JSON.stringify(value)
  const text = [name, value].find((each) => typeof each === 'string') ?? ''
  return text.startsWith('#') ? '' : text
}

/** `likesCount` and `likes_count` are the words likes and count. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

function firstNoun({ program, text }: SourceFile): { line: number; noun: string } | undefined {
  let first: { line: number; noun: string } | undefined
  walk(program, (node) => {
    const noun = wordsOf(textOf(node)).find((word) => CORE_NOUNS.includes(word))
    if (noun !== undefined) first ??= { line: lineAt(text, node.start), noun }
  })
  return first
}

/** The core knows no feature: its code and its strings name none, except in the files that are listed. */
export function coreNounViolations({ sources }: SourceTree): Violation[] {
  const rule = 'The server core names no feature.'
  return sources.flatMap((source) => {
    const { path } = source
    if (!CORE.test(path) || isTest(path) || CORE_NOUNS_ALLOWED.includes(path)) return []
    const first = firstNoun(source)
    return first ? [{ file: path, line: first.line, rule, what: `'${first.noun}' belongs in a feature` }] : []
  })
}
