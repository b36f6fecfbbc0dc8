import type { SourceTree } from './read-sources.ts'
import type { Violation } from './violation.ts'

type Graph = Map<string, string[]>

function graphOf({ sources }: SourceTree): Graph {
  const known = new Set(sources.map(({ path }) => path))
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.map(({ target }) => target).filter((to) => known.has(to)),
    ]),
  )
}

/** The shortest import path from a file back to itself, or `undefined`. */
function wayBack(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (let here = queue.shift(); here !== undefined; here = queue.shift()) {
    for (const next of graph.get(here) ?? []) {
      if (next === start) return meta(cameFrom, start, here)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, here)
      queue.push(next)
    }
  }
  return undefined
}

function meta(cameFrom: Map<string, string>, start: string, end: string): string[] {
  const steps = [end]
  for (let here = end; here !== start; ) {
    here = cameFrom.get(here) ?? start
    steps.unshift(here)
  }
  return steps
}

/** Reports each import cycle once, from the file whose name sorts first. Imports of types count, too. */
export function cycleViolations(tree: SourceTree): Violation[] {
  const graph = graphOf(tree)
  const reported = new Set<string>()
  return [...graph.keys()].sort().flatMap((file) => {
    const way = reported.has(file) ? undefined : wayBack(graph, file)
    if (way === undefined) return []
    for (const step of way) reported.add(step)
    const what = [...way, file].join(' → ')
    return [{ file, line: 1, rule: 'Imports have no cycles.', what }]
  })
}
