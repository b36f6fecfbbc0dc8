import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'

/** Whether a process has not ended. One that its parent has not yet asked about has. */
export const isRunning = async (pid: string) =>
  !/^(|.*\) Z .*)$/s.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))

/**
 * Runs code as a server of its own. It starts a shell with the lines that it is given, which write the id of a program to a
 * file. Then kills the server, and gives that id.
 */
export async function killServer(codeFor: (lines: string) => string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-killed-'))
  const file = join(folder, 'id')
  const code = codeFor(`echo $$ > ${file}; exec sleep 600`)
  const server = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const id = () =>
    readFile(file, 'utf8').then(
      (text) => text.trim(),
      () => '',
    )
  await expect.poll(id).toMatch(/^\d+$/)
  const pid = await id()
  expect(await isRunning(pid)).toBe(true)
  server.kill('SIGKILL')
  return pid
}
