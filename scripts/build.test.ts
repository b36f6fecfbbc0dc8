import { fileURLToPath } from 'node:url'
import { build, createLogger } from 'vite'
import { expect, test } from 'vitest'

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))

/** Both halves, as scripts/build.ts builds them, without writing a file. */
test.each([
  { half: 'for browsers', ssr: undefined },
  { half: 'for the server', ssr: 'app/entry-server.tsx' },
])('a build $half prints nothing, so that the first `npm start` does not either', async ({ ssr }) => {
  const lines: string[] = []
  const customLogger = createLogger('warn')
  const log = (line: string) => void lines.push(line)
  Object.assign(customLogger, { warn: log, warnOnce: log, error: log })
  await build({ configFile, customLogger, build: { write: false, ...(ssr && { ssr }) } })
  expect(lines).toEqual([])
})
