import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'
import type { WorkerFixtures } from './tests/e2e/site.ts'

const executablePath = findBrowser()

/** End-to-end tests of the built product; `tests/e2e/site.ts` starts a server for each worker. */
export default defineConfig<object, Pick<WorkerFixtures, 'engine'>>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Two browsers and their servers share two cores. A test that passes only on its second try is named at the end of the run:
  // most such tests have shown a real bug.
  retries: 1,
  // Each worker has its own browser and server, so more workers than cores slow each other down.
  workers: Math.max(2, availableParallelism()),
  projects: [
    { name: 'sqlite', testIgnore: 'main-job.spec.ts' },
    // Each step of the main job has its own tests on SQLite; the whole of it must not depend on the engine.
    { name: 'postgresql', testMatch: 'main-job.spec.ts', use: { engine: 'postgresql' } },
  ],
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    // Movements cost a tenth of the processor time. Tests of movements and of the main job turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    // A failure keeps a screenshot and the page's accessibility tree. A trace of every step takes a third longer;
    // `npm run test:e2e -- --trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
