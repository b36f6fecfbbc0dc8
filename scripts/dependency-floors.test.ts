import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSources, type SourceFile } from './read-sources.ts'
import { root } from './steps.ts'

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), resolved: z.string().optional() }),
  ),
})
const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
})

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))
const { packages } = Lockfile.parse(read('package-lock.json'))
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const versionsOf = (name: string) =>
  Object.entries(packages).flatMap(([path, { version }]) =>
    path.endsWith(`node_modules/${name}`) && version !== undefined ? [version] : [],
  )

/** Negative when `a` is older than `b`; three numbers each. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number.parseFloat))
  const at = [0, 1, 2].find((part) => left?.[part] !== right?.[part])
  return at === undefined ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0)
}

/** Below these versions there is a published hole that reaches us. */
const FLOORS: Record<string, [floor: string, hole: string]> = {
  fastify: ['5.8.1', 'CVE-2026-3419: a content type that skips the check of the body'],
  '@fastify/multipart': ['10.1.9', 'CVE-2026-124289 and CVE-2026-18549'],
  '@fastify/busboy': ['3.2.6', 'CVE-2026-124724: one upload ends the server'],
  '@fastify/static': ['9.1.1', 'CVE-2026-6414: %2F walks around a guard'],
  sharp: ['0.35.0', 'CVE-2026-114113: decoders of TIFF, VIPS and GIF'],
}
/** The database that better-sqlite3 brings; older ones may damage a database when its log starts anew. */
const SQLITE_FLOOR = '3.51.3'

test('versions are compared number by number', () => {
  expect(compareVersions('10.1.9', '9.9.10')).toBeGreaterThan(0)
  expect(compareVersions('3.2.5', '3.2.6')).toBeLessThan(0)
  expect(compareVersions('0.35.5', '0.35.5')).toBe(0)
})

test.each(Object.entries(FLOORS))('every %s is newer than its last published hole', (name, [floor, hole]) => {
  const versions = versionsOf(name)
  expect(versions.length).toBeGreaterThan(0)
  for (const version of versions) {
    expect(compareVersions(version, floor), `${name} ${version}: ${hole}`).toBeGreaterThanOrEqual(0)
  }
})

test('SQLite is one that does not damage its log', () => {
  const sqlite = new SQLite(':memory:')
  const { version } = z
    .object({ version: z.string() })
    .parse(sqlite.prepare('select sqlite_version() as version').get())
  sqlite.close()
  expect(compareVersions(version, SQLITE_FLOOR)).toBeGreaterThanOrEqual(0)
})

test('nothing that runs components for a client on the server is installed', () => {
  expect(
    Object.keys(packages)
      .map(nameOf)
      .filter((name) => name.startsWith('react-server-dom-')),
  ).toEqual([])
})

test('npm start installs every package that the program imports', () => {
  const { dependencies } = Manifest.parse(read('package.json'))
  const isProgram = ({ path }: SourceFile) =>
    /^(server|web|contract)\//.test(path) && !/\.test\.|\/test-/.test(path)
  const imported = readSources(root)
    .sources.filter(isProgram)
    .flatMap(({ imports }) => imports.filter(({ typeOnly }) => !typeOnly))
    .flatMap(({ target }) => /^npm:((?:@[^/]+\/)?[^/]+)/.exec(target)?.[1] ?? [])
  expect(imported).toContain('fastify')
  expect([...new Set(imported)].filter((name) => !(name in dependencies))).toEqual([])
})

test('every package is pinned to one version, and the lockfile names no place to download it from', () => {
  const manifest = Manifest.parse(read('package.json'))
  for (const [name, version] of Object.values(manifest).flatMap(Object.entries)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  }
  const addresses = Object.values(packages).flatMap(({ resolved }) => resolved ?? [])
  expect(addresses).toEqual([])
})
