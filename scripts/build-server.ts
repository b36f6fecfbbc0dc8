import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { fingerprintOf, fingerprintPath } from '#server/built.mjs'

/** What brings machine code of its own, starts threads from its own files, or is asked for by few starts. */
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

/** A source that names files beside itself means those beside the source, wherever its code ends up. */
function placesStay(root: string): Plugin {
  return {
    name: 'places-stay',
    transform(code, id) {
      if (!(id.startsWith(join(root, 'server')) && code.includes('import.meta.url'))) return null
      const place = JSON.stringify(`../../${relative(root, id)}`)
      return {
        code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
        map: null,
      }
    },
  }
}

/**
 * Readable, but only what is needed of it in memory: a source with one letter beyond Latin takes two bytes for each of
 * its letters as long as the server runs.
 */
export const LEAN = {
  comments: false,
  minify: { compress: false, mangle: false, codegen: { asciiOnly: true, removeWhitespace: false } },
} as const

/** The server in a few files instead of a thousand: finding and reading each of those is half of a start. */
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
      // All beside each other, as `placesStay` expects.
      rolldownOptions: { output: { ...LEAN, chunkFileNames: '[name]-[hash].js' } },
    },
    ssr: { noExternal: true, external: LEFT_WHERE_IT_IS },
  })
  await writeFile(fingerprintPath(outDir), mark)
}
