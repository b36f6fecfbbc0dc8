/**
 * Checks the download size of a first visit against the budget: the scripts and styles of the entry and of one page with
 * all their imports, compressed with brotli. Reads the build in `dist/`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { z } from 'zod'
import { root } from './steps.ts'

const SCRIPT_BUDGET = 116_700
const STYLE_BUDGET = 10_350
/**
 * The watch page adds the player, the composer and the comments. Its texts are checked by rules without schemas
 * (`contract/text-rule.ts`), because the library for schemas takes 24 KB.
 */
const WATCH_PAGE = 'screens/watch/watch-video.tsx'
const WATCH_SCRIPT_BUDGET = 163_500
const WATCH_STYLE_BUDGET = 18_300
/** The public pages, on which visits begin; the same as in `npm run bench:web`. */
const FIRST_PAGES = [
  'home',
  'about',
  'courses',
  'teachers',
  'contact',
  'playlist-details',
  'teacher-profile',
  'course-search',
].map((name) => `screens/public/${name}.tsx`)

const Chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})
const Manifest = z.record(z.string(), Chunk)
type Manifest = z.infer<typeof Manifest>

/** The chunks that `keys` import, directly or not. */
function closure(manifest: Manifest, keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The build has no ${key}.`)
    if (seen.has(key)) continue
    seen.add(key)
    closure(manifest, chunk.imports, seen)
  }
  return seen
}

function sizeOf(files: Iterable<string>): number {
  let bytes = 0
  for (const file of new Set(files)) {
    bytes += brotliCompressSync(readFileSync(join(root, 'dist/web', file))).length
  }
  return bytes
}

function measure(manifest: Manifest, page: string): { page: string; script: number; style: number } {
  const chunks = [...closure(manifest, ['index.html', page])].flatMap((key) => manifest[key] ?? [])
  return {
    page,
    script: sizeOf(chunks.map(({ file }) => file)),
    style: sizeOf(chunks.flatMap(({ css }) => css)),
  }
}

const manifest = Manifest.parse(JSON.parse(readFileSync(join(root, 'dist/web/.vite/manifest.json'), 'utf8')))
for (const { page, script, style } of [...FIRST_PAGES, WATCH_PAGE].map((name) => measure(manifest, name))) {
  const [scriptBudget, styleBudget] =
    page === WATCH_PAGE ? [WATCH_SCRIPT_BUDGET, WATCH_STYLE_BUDGET] : [SCRIPT_BUDGET, STYLE_BUDGET]
  const fits = script <= scriptBudget && style <= styleBudget
  console.log(`${fits ? 'fits    ' : 'EXCEEDED'} ${page}: ${script} bytes of script, ${style} of style`)
  if (!fits) process.exitCode = 1
}
