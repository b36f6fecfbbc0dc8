import { createHash } from 'node:crypto'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

/**
 * React Router makes its components by calls that a bundler has to keep, used or not. Told that these calls do nothing
 * else, it leaves out forms, prefetching and the like, which no screen uses: 3 KB of every first visit.
 */
function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]/ },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$$1.forwardRef('),
    },
  }
}

/**
 * The page is readable before its script has run. So the tags that Vite writes for the entry wait in the template whose
 * content the inline script of index.html brings to life after the first paint; server/render/template.ts adds the
 * screens of the page to it.
 */
function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const entry = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(html)
        if (entry === null) throw new Error('index.html has no entry.')
        const preload = /\s*<link rel="modulepreload" crossorigin href="[^"]+">/g
        const links = (html.match(preload) ?? []).map((link) => link.trim()).join('')
        return html
          .replace(entry[0], '')
          .replaceAll(preload, '')
          .replace('<template id="scripts">', `<template id="scripts" data-entry="${entry[1]}">${links}`)
      },
    },
  }
}

/** Where people and search engines land. */
const FIRST_PAGES = ['home', 'courses', 'playlist-details', 'teachers']

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** A page and everything it imports before it can run; what waits behind an `import()` is not among it. */
function neededBy(graph: ModuleGraph, page: string): ReadonlySet<string> {
  const needed = new Set([join(web, `pages/${page}.tsx`)])
  for (const id of needed) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) needed.add(imported)
  }
  return needed
}

function sharedByFirstPages(): (id: string, graph: ModuleGraph) => 'lists' | null {
  let pages: ReadonlySet<string>[] | undefined
  return (id, graph) => {
    pages ??= FIRST_PAGES.map((page) => neededBy(graph, page))
    return pages.filter((page) => page.has(id)).length > 1 ? 'lists' : null
  }
}

/**
 * Three shared files instead of thirty small ones, which would compress worse: the packages of every page, which
 * rarely change, our own part of every page, and what at least two of the first pages show.
 */
const SHARED_FILES = [
  { name: 'vendor', test: /node_modules|rolldown[\\/]runtime/, tags: ['$initial' as const], priority: 3 },
  {
    name: 'shell',
    test: /[\\/](web|contract)[\\/](?!index\.html|app[\\/]entry-client)|preload-helper/,
    tags: ['$initial' as const],
    priority: 2,
  },
  { name: sharedByFirstPages(), debugName: 'lists', test: /[\\/](web|contract)[\\/]/, priority: 1 },
]

const browserBuild = {
  outDir: 'dist/web',
  manifest: true,
  rolldownOptions: {
    output: { codeSplitting: { groups: SHARED_FILES, includeDependenciesRecursively: false } },
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
  plugins: [react(), leanRouter(), paintFirst()],
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
