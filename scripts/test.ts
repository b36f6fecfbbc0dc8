/**
 * `npm test`: the checks, every suite and the end-to-end tests of the built product. The run continues after a failed
 * step. The last line counts every check and every test as one.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS, root, runStep, type Step } from './steps.ts'
import { type Count, readJourneysReport, readVitestReport } from './suite-reports.ts'

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
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`],
}
const BUILD: Step = { name: 'build', command: 'node', args: ['scripts/prepare.mjs', '--dev', '--build'] }
const BUDGET: Step = { name: 'size of the pages', command: 'node', args: ['scripts/budget.ts'] }
const E2E: Step = { name: 'end-to-end tests', command: 'playwright', args: ['test'] }

function failedAsOne({ name }: Step): Count {
  return { passed: 0, failed: 1, failures: [name] }
}

async function countAsOne(step: Step): Promise<Count> {
  return (await runStep(step)) ? { passed: 1, failed: 0, failures: [] } : failedAsOne(step)
}

/** Counts the tests of a suite. A suite that failed without a failing test, or ran no test, counts as one failure. */
async function countTests(step: Step, report: string, read: (report: unknown) => Count): Promise<Count> {
  rmSync(join(root, report), { force: true })
  const ok = await runStep(step)
  try {
    const count = read(JSON.parse(readFileSync(join(root, report), 'utf8')))
    const silent = count.failed === 0 && (!ok || count.passed === 0)
    return silent ? { ...count, failed: 1, failures: [step.name, ...count.failures] } : count
  } catch {
    return failedAsOne(step)
  }
}

async function runAll(): Promise<Count[]> {
  const counts = [await countAsOne(BROWSER), await countAsOne(PROGRAMS), await countAsOne(BUCKET)]
  for (const step of CHECKS) counts.push(await countAsOne(step))
  counts.push(await countTests(SUITES, VITEST_REPORT, (report) => readVitestReport(report, root)))
  counts.push(await countAsOne(BUILD), await countAsOne(BUDGET))
  counts.push(await countTests(E2E, E2E_REPORT, readJourneysReport))
  return counts
}

mkdirSync(join(root, '.cache'), { recursive: true })
const started = Date.now()
const counts = await runAll()
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
// Repeats the failures at the end, because thousands of lines may follow the first report.
for (const failure of counts.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`)
console.log(`\nAll of it took ${((Date.now() - started) / 60_000).toFixed(1)} minutes.`)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
