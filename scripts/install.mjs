// Plain JavaScript without dependencies: `npm start` runs this before anything is installed, on Node 20 or newer.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { readText, sha } from './fingerprint.mjs'

const STAMP = 'node_modules/.lectern-installed'
const WINDOWS = process.platform === 'win32'
const PROGRESS_EVERY_MS = process.stdout.isTTY ? 500 : 10_000

/** @type {readonly [RegExp, string][]} */
const EXPLANATIONS = [
  [
    /npm was interrupted|npm error signal SIG/,
    'The installation was interrupted. Run the same command again to finish it.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/,
    'npm could not reach its registry. Check the network connection (and the proxy, if there is one), then run the same command again.',
  ],
  [/ENOSPC/, 'The disk is full. Make room (about 600 MB), then run the same command again.'],
  [
    /EACCES|EPERM|EROFS/,
    'npm may not write in this folder. Check who owns it, then run the same command again.',
  ],
  [
    /EUSAGE|in sync/,
    'package.json and package-lock.json do not fit together. Fetch both files again from the repository.',
  ],
  [/EINTEGRITY/, 'A package arrived damaged. Run "npm cache verify", then the same command again.'],
]

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} Locked
 * @param {string} text
 * @returns {Map<string, Locked>}
 */
function lockedPackages(text) {
  const packages = text === '' ? {} : JSON.parse(text).packages
  return new Map(Object.entries(packages).filter(([path]) => path.startsWith('node_modules/')))
}

/** @param {{ dev?: boolean, optional?: boolean, devOptional?: boolean }} entry @param {boolean} full */
function isNeeded(entry, full) {
  if (entry.optional || entry.devOptional) return false
  return full || !entry.dev
}

/**
 * The packages that an install must contain, on every platform.
 * @param {string} root
 * @param {boolean} full
 */
function neededPackages(root, full) {
  const all = lockedPackages(readText(join(root, 'package-lock.json')))
  return [...all].filter(([, entry]) => isNeeded(entry, full))
}

/**
 * Whether npm has already installed everything, for example by a manual `npm ci`.
 * npm writes its hidden lock file last, so an interrupted install has none.
 * @param {string} root
 * @param {boolean} full
 */
function npmFinished(root, full) {
  const there = lockedPackages(readText(join(root, 'node_modules/.package-lock.json')))
  if (there.size === 0 || !existsSync(projectNode(root))) return false
  return neededPackages(root, full).every(([path, { version }]) => there.get(path)?.version === version)
}

/**
 * Where the project's own Node is, once it is installed.
 * @param {string} root
 */
export function projectNode(root) {
  return join(root, 'node_modules/.bin', WINDOWS ? 'node.cmd' : 'node')
}

/**
 * Whether every package is there: for development when `full`, else for serving.
 * @param {string} root
 * @param {boolean} full
 */
export function isInstalled(root, full) {
  const lock = sha(readText(join(root, 'package-lock.json')))
  const [stampedLock, extent] = readText(join(root, STAMP)).split(' ')
  if (stampedLock === lock && (extent === 'full' || !full)) return true
  if (!npmFinished(root, full)) return false
  writeStamp(root, full || npmFinished(root, true))
  return true
}

/** @param {string} root @param {boolean} full */
function writeStamp(root, full) {
  const lock = sha(readText(join(root, 'package-lock.json')))
  writeFileSync(join(root, STAMP), `${lock} ${full ? 'full' : 'serving'}`)
}

/**
 * npm must not run on the Node that this install replaces, so the project's own Node is taken out of PATH.
 * @param {string[]} args
 * @returns {{ command: string, args: string[], env: NodeJS.ProcessEnv }}
 */
function npmCommand(args) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'))
  const env = { ...process.env, PATH: path.join(delimiter) }
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  if (npm && node && !node.includes('node_modules')) return { command: node, args: [npm, ...args], env }
  return { command: 'npm', args, env }
}

/** @param {string} root @param {string[]} paths */
function reportProgress(root, paths) {
  const arrived = paths.filter((path) => existsSync(join(root, path, 'package.json'))).length
  const line = `       ${arrived} of ${paths.length} packages`
  process.stdout.write(process.stdout.isTTY ? `\r${line}` : `${line}\n`)
}

/**
 * Runs npm and returns its standard error and its exit code.
 * @param {string} root
 * @param {boolean} full
 * @returns {Promise<{ code: number, errors: string }>}
 */
function runNpm(root, full) {
  const extent = full ? '--include=dev' : '--omit=dev'
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retry-maxtimeout=15000']
  const { command, args, env } = npmCommand(['ci', extent, ...quiet])
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'], shell: WINDOWS })
  const paths = neededPackages(root, full).map(([path]) => path)
  const timer = setInterval(() => reportProgress(root, paths), PROGRESS_EVERY_MS)
  let errors = ''
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => child.kill(signal)
  process.once('SIGINT', stop).once('SIGTERM', stop)
  child.stderr.on('data', (chunk) => {
    errors += chunk
    process.stderr.write(chunk)
  })
  return new Promise((resolve) => {
    /** @param {number} code */
    const finish = (code) => {
      clearInterval(timer)
      process.off('SIGINT', stop).off('SIGTERM', stop)
      if (process.stdout.isTTY) process.stdout.write('\r')
      resolve({ code, errors })
    }
    child.on('error', (error) => {
      errors += error.message
      finish(1)
    })
    child.on('close', (code, signal) => {
      if (signal !== null) errors += 'npm was interrupted'
      finish(code ?? 1)
    })
  })
}

/** @param {string} errors */
function explain(errors) {
  const known = EXPLANATIONS.find(([pattern]) => pattern.test(errors))
  return known ? known[1] : 'npm could not install the packages; its own words are above.'
}

/**
 * Installs what package-lock.json names. Throws an Error with a sentence for a person when that fails.
 * @param {string} root
 * @param {boolean} full with the packages for development and tests
 */
export async function install(root, full) {
  rmSync(join(root, STAMP), { force: true })
  rmSync(join(root, 'node_modules/.package-lock.json'), { force: true })
  const { code, errors } = await runNpm(root, full)
  if (code !== 0) throw new Error(explain(errors))
  const { status } = spawnSync(projectNode(root), ['--version'], { stdio: 'ignore', shell: WINDOWS })
  if (status !== 0) {
    throw new Error(
      `There is no ready-made Node 26 for this machine (${process.platform} ${process.arch}). Lectern runs on Linux with glibc, macOS and Windows.`,
    )
  }
  writeStamp(root, full)
}
