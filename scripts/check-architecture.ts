/** `npm run laws`: holds every file against laws.ts. Prints each fault with its place and exits 1 when there is one. */
import { fileURLToPath } from 'node:url'
import { readHouse } from './read-sources.ts'
import { coverageFaults } from './rule-coverage.ts'
import { cycleFaults } from './rule-cycles.ts'
import { importFaults } from './rule-imports.ts'
import { shapeFaults } from './rule-shape.ts'
import { syntaxFaults } from './rule-syntax.ts'
import { writerFaults } from './rule-writers.ts'
import type { Fault } from './violation.ts'

const CHECKS = [shapeFaults, importFaults, cycleFaults, writerFaults, syntaxFaults, coverageFaults]

/** Every broken law below `root`; an empty list is a clean house. */
export function checkHouse(root: string): Fault[] {
  const house = readHouse(root)
  return CHECKS.flatMap((check) => check(house))
}

function main(): void {
  const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
  const faults = checkHouse(root)
  for (const { file, line, law, what } of faults) console.error(`${file}:${line}  ${what}\n    ${law}`)
  console.log(faults.length === 0 ? 'Every law is kept.' : `${faults.length} faults against the laws.`)
  if (faults.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
