/**
 * The program: `npm start`, or `node server/main.ts` for a service. Everything else is loaded after this check, because
 * an older Node fails on it without a word.
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
const { builtServer } = await import('./built.ts')
const built = dev ? undefined : builtServer()
if (built === undefined) {
  const { start } = await import('./start.ts')
  await start({ dev })
} else {
  const { start }: typeof import('./start.ts') = await import(built)
  await start({ dev })
}
module.flushCompileCache()
