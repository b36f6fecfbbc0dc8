import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runFfmpeg } from './run-ffmpeg.ts'

const run = (args: string[], cpuSeconds: number) =>
  runFfmpeg({
    program: '/bin/sh',
    args: ['-c', ...args],
    folder: tmpdir(),
    cpuSeconds,
    signal: new AbortController().signal,
  })

test('a program that uses no processor time is stopped after twice its limit by the clock', async () => {
  await expect(run(['sleep 600'], 0.1)).rejects.toMatchObject({ failure: 'late' })
})

test('a program that works too much ends by its processor time', async () => {
  await expect(run(['while :; do :; done'], 1)).rejects.toMatchObject({
    failure: expect.stringMatching(/killed|late/),
  })
})

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a program ends with a server that is killed', async () => {
  const module = fileURLToPath(new URL('./run-ffmpeg.ts', import.meta.url))
  const code = `
    const { runFfmpeg } = await import(${JSON.stringify(module)})
    await runFfmpeg({ program: '/bin/sh', args: ['-c', 'echo $$; exec sleep 600'], folder: '/', cpuSeconds: 600,
      signal: new AbortController().signal, onLine: (line) => console.log(line) })`
  const server = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [pid] = await once(server.stdout, 'data')
  expect(isAlive(Number(pid))).toBe(true)
  server.kill('SIGKILL')
  await expect.poll(() => isAlive(Number(pid))).toBe(false)
})
