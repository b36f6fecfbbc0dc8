import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { LEAN } from './scripts/build-server.ts'
import { leanRouter } from './scripts/lean-router.ts'

const web = fileURLToPath(new URL('web', import.meta.url))

/** Readable while developing: `comment-form_root`. */
function readableClass(name: string, file: string): string {
  return `${basename(file).replace('.module.css', '')}_${name}`
}

const pathInWeb = (file: string) => relative(web, file.split('?')[0] ?? file).replaceAll('\\', '/')

/**
 * Every class of every style sheet has a number, in the order of the alphabet: the same in the browser and server halves,
 * which are built apart, and half as long as a hash, which does not compress.
 */
function numberedClasses(): (name: string, file: string) => string {
  const sheets = globSync('**/*.module.css', { cwd: web }).map((file) => file.replaceAll('\\', '/'))
  const numbers = new Map<string, string>()
  for (const sheet of sheets.toSorted()) {
    const css = readFileSync(join(web, sheet), 'utf8')
    const names = new Set(
      Array.from(css.matchAll(/(?:\.|@keyframes\s+)([a-zA-Z][\w-]*)/g), ([, name = '']) => name),
    )
    for (const name of [...names].toSorted()) numbers.set(`${sheet} ${name}`, `_${numbers.size.toString(36)}`)
  }
  return (name, file) => {
    const number = numbers.get(`${pathInWeb(file)} ${name}`)
    if (number === undefined) throw new Error(`${pathInWeb(file)} has no class ${name}.`)
    return number
  }
}

/**
 * The page is readable before its script has run. So the tags that Vite writes for the entry wait in the template whose
 * content the inline script of index.html brings to life after the first paint; server/pages/template.ts adds the
 * screens of the page to it. Its style sheets are written into the page itself (server/pages/page-styles.ts).
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
          .replaceAll(/\s*<link rel="stylesheet" crossorigin href="[^"]+">/g, '')
          .replace('<template id="scripts">', `<template id="scripts" data-entry="${entry[1]}">${links}`)
      },
    },
  }
}

/** Where people and search engines land. */
const FIRST_PAGES = ['home', 'courses', 'course-search', 'playlist-details', 'teachers', 'teacher-profile']
const LARGEST_PAGE = 'playlist-details'

type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** A page and everything it imports before it can run; what waits behind an `import()` is not among it. */
function neededBy(graph: ModuleGraph, page: string): ReadonlySet<string> {
  const needed = new Set([join(web, `screens/public/${page}.tsx`)])
  for (const id of needed) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) needed.add(imported)
  }
  return needed
}

/**
 * What two of the first pages show is in one file, in another what the largest of them does without or shows alone. Home
 * needs both files, so what the largest shares only with pages other than home is in a third.
 */
function sharedFile(pages: readonly string[]): string | null {
  const isInLargest = pages.includes(LARGEST_PAGE)
  if (pages.length < 2) return isInLargest ? 'playlist' : null
  if (!isInLargest) return 'cards'
  return pages.includes('home') ? 'lists' : 'details'
}

function partOfFirstPages(): (id: string, graph: ModuleGraph) => string | null {
  let pages: { page: string; needed: ReadonlySet<string> }[] | undefined
  return (id, graph) => {
    pages ??= FIRST_PAGES.map((page) => ({ page, needed: neededBy(graph, page) }))
    // The screen and its parts, which the watch page does without.
    if (id.includes('screens/public/playlist-')) return null
    return sharedFile(pages.filter(({ needed }) => needed.has(id)).map(({ page }) => page))
  }
}

/**
 * Shared files instead of thirty small ones, which would compress worse: the packages of every page, which rarely change,
 * our own part of every page, and what at least two of the first pages show.
 */
const SHARED_FILES = [
  {
    name: 'vendor',
    test: /node_modules[\\/](?:react|react-dom|react-router|scheduler|@tanstack)[\\/](?!.*(?:useMutation|mutationObserver|ueries))|rolldown[\\/]runtime/,
    priority: 3,
  },
  {
    name: 'shell',
    test: /[\\/](web|contract)[\\/](?!index\.html|app[\\/]entry-client)|preload-helper/,
    tags: ['$initial' as const],
    priority: 2,
  },
  { name: partOfFirstPages(), debugName: 'lists', test: /[\\/](web|contract)[\\/]/, priority: 1 },
]

/** Screens that people land on, and what has to be there if the network is lost. */
const OPEN_SCREEN =
  /\/(?:home|about|courses|teachers|contact|playlist-details|teacher-profile|course-search|toasts|confirm)-.{7}\.js$/

/**
 * An `import()` fetches all that a screen needs at once, for which the names of those files have to be in every first visit.
 * Other screens ask for theirs themselves, mostly before the link is pressed (web/app/prefetch.ts).
 */
function resolveDependencies(file: string, needed: string[]): string[] {
  return OPEN_SCREEN.test(file) ? needed : needed.filter((name) => name.endsWith('.css'))
}

const COMPILED_ON_ARRIVAL = '//# allFunctionsCalledOnLoad'
/** In letters before they are minified. Of a small file the mark is a good part of what it costs, and there are many. */
const WORTH_A_MARK = { screen: 6000, shared: 20_000 }

interface RenderedFile {
  isDynamicEntry: boolean
  modules: Readonly<Record<string, { renderedLength: number }>>
}

/**
 * Chromium compiles a function where it is first called, which is in the task that answers somebody. So marked, it
 * compiles all of a file while it arrives, in another thread; for other browsers it is a comment.
 * https://v8.dev/blog/explicit-compile-hints
 */
function compiledOnArrival({ isDynamicEntry, modules }: RenderedFile): string {
  const length = Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0)
  return length < WORTH_A_MARK[isDynamicEntry ? 'screen' : 'shared'] ? '' : COMPILED_ON_ARRIVAL
}

/** Of a hash: as few as the bundler takes, 42 bits. The first visit downloads ninety names, and hashes do not compress. */
const LETTERS = 7

const assetFileNames = `assets/[name]-[hash:${LETTERS}][extname]`

const browserBuild = {
  outDir: 'dist/web',
  manifest: true,
  rolldownOptions: {
    // React Router warns developers with these; a production build does without the sentences.
    treeshake: { manualPureFunctions: ['warning', 'warnOnce'] },
    output: {
      postBanner: compiledOnArrival,
      entryFileNames: `assets/[name]-[hash:${LETTERS}].js`,
      chunkFileNames: `assets/[name]-[hash:${LETTERS}].js`,
      assetFileNames,
      codeSplitting: { groups: SHARED_FILES, includeDependenciesRecursively: false },
    },
  },
}

const serverBuild = {
  outDir: 'dist/ssr',
  ssr: 'app/entry-server.tsx',
  minify: false,
  copyPublicDir: false,
  rolldownOptions: {
    output: { ...LEAN, codeSplitting: false, assetFileNames, entryFileNames: 'entry-server.js' },
  },
} as const

/**
 * Two builds of `web/` (scripts/build.ts runs both): `dist/web` for browsers and `dist/ssr` as one
 * self-contained module for the server. `server/main.mjs --dev` uses the same file for hot reload.
 */
export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: web,
  cacheDir: '../node_modules/.vite',
  plugins: [react(), leanRouter(), paintFirst()],
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  css: { modules: { generateScopedName: command === 'build' ? numberedClasses() : readableClass } },
  ssr: { noExternal: command === 'build' ? true : [] },
  build: {
    target: 'es2024',
    // The policy for scripts and images allows neither inlined polyfills nor inlined files.
    modulePreload: { polyfill: false, resolveDependencies },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    emptyOutDir: true,
    ...(isSsrBuild ? serverBuild : browserBuild),
  },
}))
