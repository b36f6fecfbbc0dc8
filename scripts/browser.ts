/**
 * Finds a Chromium for the end-to-end tests, or fetches one. `npm test` runs this file first; it prints where the
 * browser is. CHROMIUM_PATH names another one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findProgram, missingPrograms } from './programs.ts'

/** The headless shell is the same browser, and the tests are faster in it. */
const PREFERRED = ['chromium-headless-shell', 'chromium']
const OTHERS = ['chromium-browser', 'google-chrome', 'google-chrome-stable']
const PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium on this machine, or `undefined`. CHROMIUM_PATH is used unchecked. */
export function findBrowser(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const [installed] = [...PREFERRED, ...OTHERS].flatMap((name) => findProgram(name) ?? [])
  return installed ?? [...PATHS, chromium.executablePath()].find((place) => existsSync(place))
}

if (import.meta.main) {
  if (!process.env.CHROMIUM_PATH) PREFERRED.some((name) => missingPrograms([name]) === undefined)
  if (findBrowser() === undefined)
    spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  const found = findBrowser()
  console.info(found ?? 'The tests need a Chromium. Install one, or name it: CHROMIUM_PATH=/path/to/chromium')
  if (found === undefined) process.exitCode = 1
}
