// Plain JavaScript without dependencies: `npm start` runs this before anything is installed, on Node 20 or newer.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'contract',
  'server',
  'web',
  'vite.config.ts',
  'scripts/build.ts',
  'scripts/build-server.ts',
  'package-lock.json',
]
const NOT_BUILT = /\.test\.tsx?$|\/test-[^/]*\.tsx?$|(^|\/)\./

/**
 * The text of a file, or '' when it does not exist.
 * @param {string} path
 */
export function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** @param {string | Uint8Array} bytes */
export function sha(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Every file below `path`, or `path` itself when it is a file; nothing when it is missing.
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(root, path) {
  try {
    const entries = readdirSync(join(root, path), { withFileTypes: true })
    return entries.flatMap((entry) =>
      entry.isDirectory() ? filesUnder(root, `${path}/${entry.name}`) : [`${path}/${entry.name}`],
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path]
    return []
  }
}

/**
 * One hash of everything that the build depends on. Equal fingerprints mean an equal build.
 * @param {string} root
 */
export function sourceFingerprint(root) {
  const whole = createHash('sha256')
  const files = SOURCES.flatMap((source) => filesUnder(root, source))
  for (const file of files.filter((name) => !NOT_BUILT.test(name)).sort()) {
    whole
      .update(file)
      .update('\0')
      .update(sha(readFileSync(join(root, file))))
  }
  return whole.digest('hex')
}
