import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const PROGRAM = fileURLToPath(new URL('test-workers.ts', import.meta.url))
const ADMIN = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'a long admin password' }

/** Starts a site on a new folder without a demo; gives the folder, and what the site wrote until it was ready. */
async function start(environment: Record<string, string>): Promise<{ folder: string; written: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-start-'))
  const child = spawn(process.execPath, [PROGRAM], {
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
    if (line.startsWith('[site]')) return { folder, written }
  }
  throw new Error(`It ended before it was ready: ${written.join('\n')}`)
}

test.each([
  ['without an admin', {}, true],
  ['with one', ADMIN, false],
])('an empty site %s says at its start how the first admin is made: %s', async (_which, admin, says) => {
  const said = (await start(admin)).written.join('\n')
  expect(said.includes('set ADMIN_EMAIL and ADMIN_PASSWORD and start the site again')).toBe(says)
  expect(said.includes('register on the site, then run: npm run admin -- make <email>')).toBe(says)
})

test('other users of the machine can read nothing that a site writes', async () => {
  // Of the shell that starts it, on most systems.
  const mask = process.umask(0o022)
  onTestFinished(() => void process.umask(mask))
  const { folder } = await start(ADMIN)
  const names = await readdir(folder, { recursive: true })
  expect(names).toContain('lectern.db')
  for (const name of names) expect([name, (await stat(join(folder, name))).mode & 0o007]).toEqual([name, 0])
})
