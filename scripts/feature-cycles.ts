/** Counts the features of one side that cannot be understood alone, because they import each other in a circle. */
import { isTest, type SourceTree } from './read-sources.ts'

const FEATURE = /^(server|web)\/features\/([^/]+)\//

function featureOf(path: string, side: string): string | undefined {
  const [, on, feature] = FEATURE.exec(path) ?? []
  return on === side ? feature : undefined
}

/** The features that a feature imports, of the same side. Tests do not count. */
function importsOfFeatures({ sources }: SourceTree, side: string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    const feature = isTest(path) ? undefined : featureOf(path, side)
    if (feature === undefined) continue
    const targets = imports.flatMap(({ target }) => featureOf(target, side) ?? [])
    const others = targets.filter((target) => target !== feature)
    graph.set(feature, new Set([...(graph.get(feature) ?? []), ...others]))
  }
  return graph
}

function reachable(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const seen = new Set<string>()
  const queue = [...(graph.get(start) ?? [])]
  for (let here = queue.pop(); here !== undefined; here = queue.pop()) {
    if (seen.has(here)) continue
    seen.add(here)
    queue.push(...(graph.get(here) ?? []))
  }
  return seen
}

/** The features of `side` that import themselves by way of others, in alphabetical order, and the number of all. */
export function featuresInCycles(
  tree: SourceTree,
  side: 'server' | 'web',
): { cyclic: string[]; all: number } {
  const graph = importsOfFeatures(tree, side)
  const cyclic = [...graph.keys()].filter((feature) => reachable(graph, feature).has(feature)).sort()
  return { cyclic, all: graph.size }
}
