import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const PROGRAM = fileURLToPath(new URL('test-workers.ts', import.meta.url))
const ADMIN = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'a long admin password' }

/** Starts a site on a new folder without a demo; gives its process, and what it wrote until it was ready. */
async function start(
  environment: Record<string, string>,
): Promise<{ pid: number | undefined; written: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-start-'))
  // With the mask of a usual shell.
  const child = spawn('/bin/sh', ['-c', 'umask 022 && exec "$@"', 'sh', process.execPath, PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      DEMO_CONTENT: 'false',
      OUTSIDE: 'off',
      LOG_LEVEL: 'silent',
      ...environment,
    },
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const written: string[] = []
  createInterface(child.stderr).on('line', (line) => written.push(line))
  for await (const line of createInterface(child.stdout)) {
    written.push(line)
    if (line.startsWith('[site]')) return { pid: child.pid, written }
  }
  throw new Error(`It ended before it was ready: ${written.join('\n')}`)
}

test.each([
  ['without an admin', {}, true],
  ['with one', ADMIN, false],
])('an empty site %s says at its start how the first admin is made: %s', async (_which, admin, says) => {
  const said = (await start(admin)).written.join('\n')
  const address = String.raw`http://localhost:\d+/setup`
  const line = new RegExp(
    `^\\[admin\\] This site has no admin yet. Open ${address} and enter the code \\w{4}-\\w{4}\\.$`,
    'm',
  )
  expect(line.test(said)).toBe(says)
})

test('other users of the machine cannot read what libraries write for the site', async () => {
  const { pid } = await start(ADMIN)
  const [worker] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
  expect(await readFile(`/proc/${worker}/status`, 'utf8')).toMatch(/^Umask:\t0027$/m)
})
