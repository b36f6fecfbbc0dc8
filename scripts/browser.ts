/**
 * Finds a Chromium for the end-to-end tests, or fetches one. `npm test` runs this file first; it prints where the
 * browser is. CHROMIUM_PATH names another one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installPackages, needProgram, tellWhere } from './programs.ts'

/** The headless shell is the same browser, and the tests are faster in it. */
const SHELL = '/usr/bin/chromium-headless-shell'

const PATHS = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium on this machine, or `undefined`. CHROMIUM_PATH is used unchecked. */
export function findBrowser(): string | undefined {
  return process.env.CHROMIUM_PATH || [...PATHS, chromium.executablePath()].find((path) => existsSync(path))
}

function needBrowser(): string {
  if (!(process.env.CHROMIUM_PATH || existsSync(SHELL)))
    ['chromium-headless-shell', 'chromium'].some((name) => installPackages([name]))
  if (findBrowser() === undefined)
    spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  const advice = 'The tests need a Chromium. Install one, or name it: CHROMIUM_PATH=/path/to/chromium'
  return needProgram({ find: findBrowser, packages: [], advice })
}

if (import.meta.main) tellWhere('Chromium', needBrowser)
