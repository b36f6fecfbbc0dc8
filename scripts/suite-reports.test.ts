import { describe, expect, test } from 'vitest'
import { readE2eReport, readVitestReport } from './suite-reports.ts'

const passedTest = { fullName: 'adds up', status: 'passed', failureMessages: [] }
const failedTest = { fullName: 'list › is whole', status: 'failed', failureMessages: ['expected 2\nto be 3'] }

const times = (startTime: number, endTime: number) => ({ startTime, endTime })

describe('the report of the suites', () => {
  test('counts, and names each test that failed with its file and its reason', () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        { ...times(0, 20), name: '/project/web/a.test.ts', status: 'passed', assertionResults: [passedTest] },
        {
          ...times(20, 50),
          name: '/project/web/b.test.ts',
          status: 'failed',
          assertionResults: [passedTest, failedTest],
        },
      ],
    }
    expect(readVitestReport(report, '/project')).toEqual({
      passed: 1,
      failed: 1,
      failures: ['web/b.test.ts › list › is whole: expected 2'],
      times: [
        { name: 'web/a.test.ts', ms: 20 },
        { name: 'web/b.test.ts', ms: 30 },
      ],
    })
  })

  test('names a file that could not even be read', () => {
    const broken = {
      ...times(0, 1),
      name: '/project/c.test.ts',
      status: 'failed',
      message: 'no such import',
      assertionResults: [],
    }
    const report = { numPassedTests: 0, numFailedTests: 0, testResults: [broken] }
    expect(readVitestReport(report, '/project').failures).toEqual(['c.test.ts › the file: no such import'])
  })

  test('is rejected when it is something else', () => {
    expect(() => readVitestReport({}, '/project')).toThrow('numPassedTests')
  })
})

describe('the report of the end-to-end tests', () => {
  const run = (status: string, message?: string) => ({
    status,
    results: [{ duration: 5, ...(message !== undefined && { error: { message } }) }],
  })
  const spec = (title: string, ...tests: ReturnType<typeof run>[]) => ({
    title,
    file: 'story.spec.ts',
    line: 20,
    tests,
  })

  test('names tests in groups within groups, those that passed on a second try apart', () => {
    const report = {
      stats: { expected: 2, unexpected: 1, flaky: 1 },
      suites: [
        {
          specs: [spec('passes', run('expected')), spec('comes late', run('flaky', 'no answer'))],
          suites: [
            {
              specs: [spec('gets lost', run('unexpected', '\u001b[31mno button\u001b[39m\n\nCall log:'))],
              suites: [],
            },
          ],
        },
      ],
    }
    expect(readE2eReport(report)).toEqual({
      passed: 3,
      failed: 1,
      failures: ['story.spec.ts:20 › gets lost: no button'],
      flaky: ['story.spec.ts:20 › comes late: no answer'],
      times: [{ name: 'story.spec.ts', ms: 15 }],
    })
  })

  test('names a test that failed in one of two projects', () => {
    const report = {
      stats: { expected: 1, unexpected: 1, flaky: 0 },
      suites: [{ specs: [spec('is told twice', run('expected'), run('unexpected', 'no link'))] }],
    }
    expect(readE2eReport(report).failures).toEqual(['story.spec.ts:20 › is told twice: no link'])
  })

  test('counts and names an error outside a test', () => {
    const report = {
      stats: { expected: 0, unexpected: 0, flaky: 0 },
      errors: [{ message: 'Error: no such import\n    at story.spec.ts' }],
      suites: [],
    }
    expect(readE2eReport(report)).toMatchObject({
      failed: 1,
      failures: ['end-to-end tests › outside a test: Error: no such import'],
    })
  })

  test('does not name a test that failed as expected', () => {
    const report = {
      stats: { expected: 1, unexpected: 0, flaky: 0 },
      suites: [{ specs: [spec('is meant to fail', run('expected', 'expected'))] }],
    }
    expect(readE2eReport(report).failures).toEqual([])
  })
})
