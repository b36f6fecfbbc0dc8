import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { fingerprintOf, fingerprintPath } from '#server/built.mjs'

/** Packages with native code, packages that start threads from their own files, and packages that few starts need. */
const LEFT_WHERE_IT_IS = [
  'better-sqlite3',
  'sharp',
  '@node-rs/argon2',
  'pino',
  'pino-pretty',
  'vite',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
]

/** A module that names files relative to itself means the source folder, wherever the bundle puts its code. */
function placesStay(root: string): Plugin {
  return {
    name: 'places-stay',
    transform(code, id) {
      if (!(id.startsWith(join(root, 'server')) && code.includes('import.meta.url'))) return null
      const source = JSON.stringify(`../../${relative(root, id)}`)
      return {
        code: code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`),
        map: null,
      }
    },
  }
}

/**
 * Keeps the output readable but small in memory: one character beyond Latin-1 doubles the memory of a source for as long
 * as the server runs.
 */
export const LEAN = {
  comments: false,
  minify: { compress: false, mangle: false, codegen: { asciiOnly: true, removeWhitespace: false } },
} as const

/** Bundles the server into a few files instead of a thousand, because finding and reading those takes half of a start. */
export async function buildServer(root: string, outDir: string): Promise<void> {
  const vite = await import('vite')
  const mark = fingerprintOf(root)
  await vite.build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [placesStay(root)],
    build: {
      outDir,
      ssr: 'server/start.ts',
      minify: false,
      sourcemap: true,
      // All in one folder, as `placesStay` expects.
      rolldownOptions: { output: { ...LEAN, chunkFileNames: '[name]-[hash].js' } },
    },
    ssr: { noExternal: true, external: LEFT_WHERE_IT_IS },
  })
  await writeFile(fingerprintPath(outDir), mark)
}
