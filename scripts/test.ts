/**
 * `npm test`: the checks, every suite and the end-to-end tests of the built product. The run continues after a failed
 * step. It ends with the time of each part, the slowest files, and the title and error of every test that failed or passed
 * only on its second try. The last line counts every check and every test as one.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS, root, runChecks, runStep, type Step } from './steps.ts'
import { type Count, type Duration, readE2eReport, readVitestReport } from './suite-reports.ts'

const VITEST_REPORT = '.cache/vitest.json'
const E2E_REPORT = '.cache/e2e.json'

const BROWSER: Step = { name: 'browser', command: 'node', args: ['scripts/browser.ts'] }
const PROGRAMS: Step = {
  name: 'programs',
  command: 'node',
  args: ['scripts/programs.ts', 'redis-server', 'initdb', 'ffmpeg'],
}
const BUCKET: Step = { name: 'object storage', command: 'node', args: ['scripts/s3.ts'] }
const SUITES: Step = {
  name: 'server and web',
  command: 'vitest',
  args: [
    'run',
    '--project=!rest on postgresql',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST_REPORT}`,
  ],
}
const BUILD: Step = { name: 'build', command: 'node', args: ['scripts/prepare.mjs', '--dev', '--build'] }
const BUDGET: Step = { name: 'size of the pages', command: 'node', args: ['scripts/budget.ts'] }
const E2E: Step = { name: 'end-to-end tests', command: 'playwright', args: ['test'] }

const SLOWEST = 10

function failedAsOne({ name }: Step): Count {
  return { passed: 0, failed: 1, failures: [name], times: [] }
}

async function countAsOne(step: Step): Promise<Count> {
  return (await runStep(step)) ? { passed: 1, failed: 0, failures: [], times: [] } : failedAsOne(step)
}

/** Counts the tests of a suite. A suite that failed without a failing test, or ran no test, counts as one failure. */
async function countTests(step: Step, report: string, read: (report: unknown) => Count): Promise<Count> {
  rmSync(join(root, report), { force: true })
  const ok = await runStep(step)
  try {
    const count = read(JSON.parse(readFileSync(join(root, report), 'utf8')))
    const silent = count.failed === 0 && (!ok || count.passed === 0)
    return silent ? { ...count, failed: 1, failures: [`${step.name}: failed outside a test`] } : count
  } catch {
    return failedAsOne(step)
  }
}

async function countChecks(): Promise<Count> {
  const failed = await runChecks()
  return {
    passed: CHECKS.length - failed.length,
    failed: failed.length,
    failures: failed.map(({ name }) => name),
    times: [],
  }
}

const PARTS: readonly { name: string; count: () => Promise<Count> }[] = [
  ...[BROWSER, PROGRAMS, BUCKET].map((step) => ({ name: step.name, count: () => countAsOne(step) })),
  { name: 'checks', count: countChecks },
  {
    name: SUITES.name,
    count: () => countTests(SUITES, VITEST_REPORT, (report) => readVitestReport(report, root)),
  },
  ...[BUILD, BUDGET].map((step) => ({ name: step.name, count: () => countAsOne(step) })),
  { name: E2E.name, count: () => countTests(E2E, E2E_REPORT, readE2eReport) },
]

function printTimes(title: string, times: readonly Duration[]): void {
  console.log(`\n${title}`)
  for (const { name, ms } of times) console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`)
}

mkdirSync(join(root, '.cache'), { recursive: true })
const counts: Count[] = []
const parts: Duration[] = []
for (const { name, count } of PARTS) {
  const started = Date.now()
  counts.push(await count())
  parts.push({ name, ms: Date.now() - started })
}
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
const files = counts.flatMap(({ times }) => times).sort((a, b) => b.ms - a.ms)
printTimes('The time of each part:', parts)
printTimes('The slowest test files:', files.slice(0, SLOWEST))
const minutes = parts.reduce((sum, { ms }) => sum + ms, 0) / 60_000
console.log(`\nAll of it took ${minutes.toFixed(1)} minutes.`)
for (const test of counts.flatMap(({ flaky = [] }) => flaky)) console.log(`FLAKY ${test}`)
// The failures come last, because often only the end of a long log can be read.
for (const failure of counts.flatMap(({ failures }) => failures)) console.log(`FAILED ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
