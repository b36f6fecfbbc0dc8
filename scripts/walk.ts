import { isNode, type SyntaxNode } from './read-sources.ts'

/** Calls `visit` for every node of a syntax tree, parents first. */
export function walk(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit)
  } else if (isNode(value)) {
    visit(value)
    for (const child of Object.values(value)) walk(child, visit)
  }
}
