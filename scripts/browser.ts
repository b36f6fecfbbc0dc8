/**
 * Finds a Chromium for the journeys, or fetches one. `npm test` runs this file first; it prints where the browser is.
 * CHROMIUM_PATH names another one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The same browser without a window's frame, in which the journeys are quicker. */
const SHELL = 'chromium-headless-shell'

const PLACES = [
  `/usr/bin/${SHELL}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium on this machine, or nothing. An explicit CHROMIUM_PATH is believed. */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  return [...PLACES, chromium.executablePath()].find((place) => existsSync(place))
}

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0
}

const asRootOnDebian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0

function installFromDebian(name: string): boolean {
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
}

function fetchBrowser(): void {
  const fromDebian =
    asRootOnDebian &&
    run('apt-get', ['update', '-qq']) &&
    (installFromDebian(SHELL) || installFromDebian('chromium'))
  if (!fromDebian && findBrowser() === undefined) run('npx', ['playwright', 'install', 'chromium'])
}

function main(): void {
  if (findBrowser() === undefined || (asRootOnDebian && !existsSync(`/usr/bin/${SHELL}`))) {
    console.log('No Chromium for the journeys here yet: fetching one …')
    fetchBrowser()
  }
  const found = findBrowser()
  if (found === undefined) {
    console.error('The journeys need a Chromium. Install one, or name it: CHROMIUM_PATH=/path/to/chromium')
    process.exitCode = 1
  } else {
    console.log(`Chromium: ${found}`)
  }
}

if (import.meta.main) main()
