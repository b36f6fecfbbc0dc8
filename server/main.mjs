/**
 * The program: `npm start`, or `node server/main.mjs` for a service. Plain JavaScript, as all that runs before it is known
 * whether the server is built: to take the types off one file Node loads its whole reader of TypeScript, which stays in
 * memory. And an older Node, which cannot read types at all, is told what it needs.
 */
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const NODE_NEEDED = 26
/** Compiled code from the last start: half of a start was reading our own sources anew. Without it all works the same. */
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
