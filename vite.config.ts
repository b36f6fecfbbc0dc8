import { createHash } from 'node:crypto'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const web = fileURLToPath(new URL('web', import.meta.url))

/** Readable while developing: `comment-form_root`. */
function readableClass(name: string, file: string): string {
  return `${basename(file).replace('.module.css', '')}_${name}`
}

/** Short in the build, and the same in its browser and server halves, which are built apart. */
function shortClass(name: string, file: string): string {
  const place = relative(web, file.split('?')[0] ?? file).replaceAll('\\', '/')
  const hash = createHash('sha256').update(`${place}\0${name}`).digest('base64url')
  return `_${hash.replaceAll(/[^a-zA-Z0-9]/g, '').slice(0, 6)}`
}

const ENTRY = 'app/entry-client.tsx'
/** Where people and search engines land. */
const FIRST_PAGES = ['home', 'courses', 'playlist-details', 'teachers']

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** A module and everything it imports before it can run; what waits behind an `import()` is not among it. */
function neededBy(graph: ModuleGraph, file: string): ReadonlySet<string> {
  const needed = new Set([join(web, file)])
  for (const id of needed) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) needed.add(imported)
  }
  return needed
}

/**
 * Three shared files instead of thirty small ones, which would compress worse: the packages, which rarely change,
 * our own ground floor, and what at least two of the first pages show. The rest follows the pages.
 */
function sharedFiles(): (id: string, graph: ModuleGraph) => 'vendor' | 'shell' | 'lists' | null {
  let everywhere: ReadonlySet<string> | undefined
  let pages: ReadonlySet<string>[] | undefined
  return (id, graph) => {
    everywhere ??= neededBy(graph, ENTRY)
    pages ??= FIRST_PAGES.map((page) => neededBy(graph, `pages/${page}.tsx`))
    if (id === join(web, ENTRY) || id.endsWith('.html')) return null
    if (everywhere.has(id)) return /node_modules|rolldown[\\/]runtime/.test(id) ? 'vendor' : 'shell'
    return pages.filter((page) => page.has(id)).length > 1 ? 'lists' : null
  }
}

const browserBuild = {
  outDir: 'dist/web',
  manifest: true,
  rolldownOptions: {
    output: { codeSplitting: { groups: [{ name: sharedFiles(), includeDependenciesRecursively: false }] } },
  },
}

const serverBuild = {
  outDir: 'dist/ssr',
  ssr: 'app/entry-server.tsx',
  minify: false,
  copyPublicDir: false,
  rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'entry-server.js' } },
} as const

/**
 * Two builds of `web/` (scripts/build.ts runs both): `dist/web` for browsers and `dist/ssr` as one
 * self-contained module for the server. `server/main.ts --dev` uses the same file for hot reload.
 */
export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: web,
  cacheDir: '../node_modules/.vite',
  plugins: [react()],
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  css: { modules: { generateScopedName: command === 'build' ? shortClass : readableClass } },
  ssr: { noExternal: command === 'build' ? true : [] },
  build: {
    target: 'es2024',
    // The policy for scripts and images allows neither inlined polyfills nor inlined files.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    emptyOutDir: true,
    ...(isSsrBuild ? serverBuild : browserBuild),
  },
}))
