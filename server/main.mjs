/**
 * The entry point: `npm start`, or `node server/main.mjs` for a service. It is plain JavaScript, because Node would load its
 * type stripper for a single TypeScript file and keep it in memory, even when the server is built. An older Node, which
 * cannot strip types, can still print which version is needed.
 */
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const NODE_NEEDED = 26
/** Compiled code of the last start, which halves the time to start. The server also works without it. */
const COMPILED = fileURLToPath(new URL('../.cache/compiled', import.meta.url))

if (Number(process.versions.node.split('.')[0]) < NODE_NEEDED) {
  console.error(`Node ${process.versions.node} is too old for Lectern: start it with "npm start".`)
  process.exit(1)
}

module.enableCompileCache(COMPILED)
const dev = process.argv.includes('--dev')
const { builtServer } = await import('./built.mjs')
const built = dev ? undefined : builtServer()
/** @type {typeof import('./start.ts')} */
const { start } = built === undefined ? await import('./start.ts') : await import(built)
await start({ dev })
module.flushCompileCache()
