/**
 * Builds the pages (`dist/web` for browsers with a compressed copy of each file, `dist/ssr` for the server) and the
 * server itself (`dist/server`, a few files).
 * The build writes into a temporary folder and renames it to `dist` at the end, so a build that fails or is interrupted
 * leaves the previous one unchanged.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildServer } from './build-server.ts'
import { sourceFingerprint } from './fingerprint.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, '.cache')
const COMPRESSIBLE = /\.(css|html|js|json|map|svg|txt|webmanifest|xml)$/
const NOT_SERVED = /^(\.vite|index\.html$)/
const WORTH_IT_BYTES = 256

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < WORTH_IT_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}

async function compressAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const compressible = names.filter((name) => COMPRESSIBLE.test(name) && !NOT_SERVED.test(name))
  await Promise.all(compressible.map((name) => compress(join(folder, name))))
}

/** Two renames. Between them there is no `dist`; if the build stops there, the next start builds again. */
async function replaceFolder(built: string, target: string): Promise<void> {
  const former = `${built}-former`
  const exists = await stat(target).catch(() => undefined)
  if (exists) await rename(target, former)
  await rename(built, target)
  await rm(former, { recursive: true, force: true })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Removes the folders of interrupted builds. */
async function clearLeftovers(): Promise<void> {
  const names = await readdir(cache).catch(() => [])
  const left = names.filter((name) => {
    const [, pid] = /^build-(\d+)/.exec(name) ?? []
    return pid !== undefined && !isRunning(Number(pid))
  })
  await Promise.all(left.map((name) => rm(join(cache, name), { recursive: true, force: true })))
}

async function build(): Promise<void> {
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  const fingerprint = sourceFingerprint(root)
  const built = join(cache, `build-${process.pid}`)
  const configFile = join(root, 'vite.config.ts')
  await clearLeftovers()
  await mkdir(built, { recursive: true })
  try {
    const common = { configFile, logLevel: 'warn' } as const
    await vite.build({ ...common, build: { outDir: join(built, 'web') } })
    await vite.build({
      ...common,
      build: { outDir: join(built, 'ssr'), ssr: 'app/entry-server.tsx' },
    })
    await buildServer(root, join(built, 'server'))
    await compressAll(join(built, 'web'))
    await writeFile(join(built, '.stamp'), fingerprint)
    await replaceFolder(built, join(root, 'dist'))
  } finally {
    await rm(built, { recursive: true, force: true })
  }
}

try {
  await build()
} catch (error) {
  // The bundler's message shows the position; its stack trace would hide it.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
