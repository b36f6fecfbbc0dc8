/** Reads the reports of the test suites: how many tests passed, which failed with which error, and the time of each file. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** What a test file or a part of the run took, in milliseconds. */
export interface Duration {
  name: string
  ms: number
}

/**
 * The result of a step. `failures` has one entry per failed test: file, title and the first line of its error. `flaky` has
 * the same for each test that passed on its second try.
 */
export interface Count {
  passed: number
  failed: number
  failures: string[]
  flaky?: string[]
  times: Duration[]
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})
type VitestFile = z.infer<typeof VitestReport>['testResults'][number]

const BrowserSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  /** One of each project that runs it. */
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(
        z.object({ duration: z.number(), error: z.object({ message: z.string().optional() }).optional() }),
      ),
    }),
  ),
})
const BrowserSuite = z.object({
  specs: z.array(BrowserSpec).optional(),
  get suites() {
    return z.array(BrowserSuite).optional()
  },
})
type BrowserSuite = z.infer<typeof BrowserSuite>

const E2eReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  /** Errors outside a test, for example in a file that could not be loaded. */
  errors: z.array(z.object({ message: z.string().optional() })).optional(),
  suites: z.array(BrowserSuite),
})

function describe(where: string, which: string, why: string | undefined): string {
  const [reason = ''] = stripVTControlCharacters(why ?? '')
    .trim()
    .split('\n')
  return `${where} › ${which}${reason && `: ${reason}`}`
}

function failuresOfFile(file: VitestFile, root: string): string[] {
  const where = relative(root, file.name)
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  // A file that could not be loaded has no failed test.
  if (failed.length === 0 && file.status === 'failed') return [describe(where, 'the file', file.message)]
  return failed.map(({ fullName, failureMessages }) => describe(where, fullName, failureMessages?.[0]))
}

/** Reads the JSON report of Vitest. Paths are relative to `root`. Throws on anything else. */
export function readVitestReport(report: unknown, root: string): Count {
  const { numPassedTests, numFailedTests, testResults } = VitestReport.parse(report)
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    failures: testResults.flatMap((file) => failuresOfFile(file, root)),
    times: testResults.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      ms: endTime - startTime,
    })),
  }
}

function errorsOfSuite({ specs = [], suites = [] }: BrowserSuite, wanted: 'unexpected' | 'flaky'): string[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => {
        const why = results.find(({ error }) => error !== undefined)
        return describe(`${file}:${line}`, title, why?.error?.message)
      }),
  )
  return [...own, ...suites.flatMap((suite) => errorsOfSuite(suite, wanted))]
}

function timesOfSuite({ specs = [], suites = [] }: BrowserSuite): Duration[] {
  const own = specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => ({ name: file, ms: duration }))),
  )
  return [...own, ...suites.flatMap(timesOfSuite)]
}

function addTimes(times: Duration[]): Duration[] {
  const sums = new Map<string, number>()
  for (const { name, ms } of times) sums.set(name, (sums.get(name) ?? 0) + ms)
  return [...sums].map(([name, ms]) => ({ name, ms }))
}

/** Reads the JSON report of Playwright. Throws on anything else. */
export function readE2eReport(report: unknown): Count {
  const { stats, errors = [], suites } = E2eReport.parse(report)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [
      ...suites.flatMap((suite) => errorsOfSuite(suite, 'unexpected')),
      ...errors.map(({ message }) => describe('end-to-end tests', 'outside a test', message)),
    ],
    flaky: suites.flatMap((suite) => errorsOfSuite(suite, 'flaky')),
    times: addTimes(suites.flatMap(timesOfSuite)),
  }
}
