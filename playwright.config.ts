import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'
import type { Worker } from './tests/e2e/site.ts'

const executablePath = findBrowser()

/** Journeys through the built product; `tests/e2e/site.ts` starts a server for each worker. */
export default defineConfig<object, Pick<Worker, 'engine'>>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // A test that passes at the second try hides a fault.
  retries: 0,
  // Each has a browser and a server of its own; more of them than cores stand in each other's way.
  workers: Math.max(2, availableParallelism()),
  projects: [
    { name: 'sqlite' },
    // The main job once more: nothing of it may depend on the engine.
    { name: 'postgresql', testMatch: 'story.spec.ts', use: { engine: 'postgresql' } },
  ],
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    // Of a failure the picture and the page's names are kept; a recording of every step takes a third of the time again.
    // `npm run test:e2e -- --trace on` makes one.
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
