import { fileURLToPath } from 'node:url'
import { build, createLogger } from 'vite'
import { expect, test } from 'vitest'

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))

/** Both halves, as scripts/build.ts builds them, without writing a file. */
test.each([
  { half: 'for browsers', ssr: undefined },
  { half: 'for the server', ssr: 'app/entry-server.tsx' },
])('a build $half prints nothing, so that the first `npm start` does not either', async ({ ssr }) => {
  const said: string[] = []
  const customLogger = createLogger('warn')
  const keep = (line: string) => void said.push(line)
  Object.assign(customLogger, { warn: keep, warnOnce: keep, error: keep })
  await build({ configFile, customLogger, build: { write: false, ...(ssr && { ssr }) } })
  expect(said).toEqual([])
})
