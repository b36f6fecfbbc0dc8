import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'

const executablePath = findBrowser()

/** Journeys through the built product; `tests/journeys/house.ts` starts a server for each worker. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  // A test that passes at the second try hides a fault.
  retries: 0,
  // Half of a journey is waiting for frames and answers: four keep two cores busy.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/journeys.json' }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
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
