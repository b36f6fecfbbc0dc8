/**
 * The program: `npm start`, or `node server/main.ts` for a service. Everything else is loaded after this check, because
 * an older Node fails on it without a word.
 */
const NODE_NEEDED = 26

if (Number(process.versions.node.split('.')[0]) < NODE_NEEDED) {
  console.error(`Node ${process.versions.node} is too old for Lectern: start it with "npm start".`)
  process.exit(1)
}

const { start } = await import('./start.ts')
await start({ dev: process.argv.includes('--dev') })
