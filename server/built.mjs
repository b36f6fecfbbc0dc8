import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILT = 'dist/server'
const FINGERPRINT = '.mark'

/**
 * The names, sizes and times of the server's sources. A build of other sources is not used.
 * @param {string} root
 */
export function fingerprintOf(root) {
  /** @param {string} folder */
  const inFolder = (folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .toSorted()
      .map((name) => `${folder}/${name}`)
  /** @param {string} path */
  const lineOf = (path) => {
    const { size, mtimeMs } = statSync(`${root}/${path}`)
    return `${path} ${size} ${mtimeMs}`
  }
  return ['package-lock.json', ...inFolder('contract'), ...inFolder('server')].map(lineOf).join('\n')
}

/**
 * The path of the fingerprint inside a build.
 * @param {string} built
 */
export function fingerprintPath(built) {
  return join(built, FINGERPRINT)
}

/**
 * The server that `npm run build` bundled, which starts in half the time; `undefined` when it was not built from exactly
 * these sources.
 */
export function builtServer() {
  try {
    const built = join(ROOT, BUILT)
    return readFileSync(fingerprintPath(built), 'utf8') === fingerprintOf(ROOT)
      ? join(built, 'start.js')
      : undefined
  } catch {
    return
  }
}
