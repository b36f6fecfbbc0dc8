// Prepares a clone for a command: installs packages and builds pages. Prints nothing when there is nothing to do.
//   node scripts/prepare.mjs            for serving: packages without the development ones, built pages
//   node scripts/prepare.mjs --dev      for development and tests: every package; with --build also the pages
//   node scripts/prepare.mjs --no-build for the command line tools: packages only
// Plain JavaScript without dependencies: it runs before anything is installed, on Node 20 or newer.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readText, sourceFingerprint } from './fingerprint.mjs'
import { install, isInstalled, projectNode } from './install.mjs'

const OLDEST_NODE = 20
const root = fileURLToPath(new URL('..', import.meta.url))
const full = process.argv.includes('--dev')
const wantsPages = process.argv.includes('--build') || !(full || process.argv.includes('--no-build'))

/** @typedef {{ title: string, run: () => void | Promise<void> }} Step */

/** @returns {Step[]} */
function missingSteps() {
  /** @type {Step[]} */
  const steps = []
  if (!isInstalled(root, full)) {
    const title = full
      ? 'Installing all packages (about a minute)'
      : 'Installing packages (about half a minute)'
    steps.push({ title, run: () => install(root, full) })
  }
  if (wantsPages && readText(join(root, 'dist/.stamp')) !== sourceFingerprint(root)) {
    steps.push({ title: 'Building the pages (a few seconds)', run: build })
  }
  return steps
}

function build() {
  const { status } = spawnSync(projectNode(root), [join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('The pages could not be built; the reason is above.')
}

/** @param {Step[]} steps */
async function carryOut(steps) {
  for (const [index, { title, run }] of steps.entries()) {
    const started = Date.now()
    console.log(`[${index + 1}/${steps.length}]  ${title} …`)
    await run()
    console.log(`       Done in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  }
}

try {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Error(
      `Node ${process.versions.node} is too old to set Lectern up. Install Node ${OLDEST_NODE} or newer.`,
    )
  }
  await carryOut(missingSteps())
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
