/** `npm run architecture`: checks every file against architecture-rules.ts. Prints each violation and exits 1 if there is one. */
import { fileURLToPath } from 'node:url'
import { readSources } from './read-sources.ts'
import { coreNounViolations } from './rule-core-nouns.ts'
import { coverageViolations } from './rule-coverage.ts'
import { cycleViolations } from './rule-cycles.ts'
import { importViolations } from './rule-imports.ts'
import { shapeViolations } from './rule-shape.ts'
import { syntaxViolations } from './rule-syntax.ts'
import { writerViolations } from './rule-writers.ts'
import type { Violation } from './violation.ts'

const CHECKS = [
  shapeViolations,
  importViolations,
  cycleViolations,
  writerViolations,
  syntaxViolations,
  coreNounViolations,
  coverageViolations,
]

/** Every violation below `root`. */
export function checkArchitecture(root: string): Violation[] {
  const tree = readSources(root)
  return CHECKS.flatMap((check) => check(tree))
}

function main(): void {
  const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
  const violations = checkArchitecture(root)
  for (const { file, line, rule, what } of violations) console.error(`${file}:${line}  ${what}\n    ${rule}`)
  console.log(
    violations.length === 0 ? 'No violations.' : `${violations.length} violations against the rules.`,
  )
  if (violations.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
