/**
 * `npm run architecture`: checks every file against architecture-rules.ts. Prints each violation and exits 1 if there is one.
 * With `--events` it prints the emitters and listeners of each event of the site.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readSources, type SourceTree } from './read-sources.ts'
import { coreNounViolations } from './rule-core-nouns.ts'
import { coverageViolations } from './rule-coverage.ts'
import { importViolations } from './rule-imports.ts'
import { shapeViolations } from './rule-shape.ts'
import { syntaxViolations } from './rule-syntax.ts'
import { visibilityViolations } from './rule-visibility.ts'
import { writerViolations } from './rule-writers.ts'
import { describeEvents } from './site-events.ts'
import type { Violation } from './violation.ts'

const CHECKS = [
  shapeViolations,
  importViolations,
  writerViolations,
  visibilityViolations,
  syntaxViolations,
  coreNounViolations,
  coverageViolations,
]

/** Every violation below `root`. */
export function checkArchitecture(root: string): Violation[] {
  return violationsOf(readSources(root))
}

function violationsOf(tree: SourceTree): Violation[] {
  return CHECKS.flatMap((check) => check(tree))
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: { events: { type: 'boolean' } },
    allowPositionals: true,
  })
  const root = positionals[0] ?? fileURLToPath(new URL('..', import.meta.url))
  const tree = readSources(root)
  if (values.events) {
    console.log(describeEvents(tree).join('\n\n'))
    return
  }
  const violations = violationsOf(tree)
  for (const { file, line, rule, what } of violations) console.error(`${file}:${line}  ${what}\n    ${rule}`)
  console.log(
    violations.length === 0 ? 'No violations.' : `${violations.length} violations against the rules.`,
  )
  if (violations.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
