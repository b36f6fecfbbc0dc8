import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { isRunning, killServer } from '#server/test-processes.ts'
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

test.each([
  ['memory', 'Cannot allocate memory', 'killed'],
  ['space', 'No space left on device', 'full'],
])(
  'a program that says it had too little %s has failed, even if it says more and exits with 0',
  async (_what, message, failure) => {
    const lines = `echo "${message}" >&2; yes | head -c 100000 >&2`
    await expect(run([lines], 10)).rejects.toMatchObject({ failure })
  },
)

test('a program that may work for a month is not stopped at once', async () => {
  expect(await run(['echo done'], 30 * 86_400)).toBe('done\n')
})

test('a program that works too much ends by its processor time', async () => {
  await expect(run(['while :; do :; done'], 1)).rejects.toMatchObject({
    failure: expect.stringMatching(/killed|late/),
  })
})

test('a program ends with a server that is killed', async () => {
  const module = new URL('./run-ffmpeg.ts', import.meta.url).href
  const pid = await killServer(
    (lines) => `
      const { runFfmpeg } = await import(${JSON.stringify(module)})
      const args = ['-c', ${JSON.stringify(lines)}]
      const { signal } = new AbortController()
      await runFfmpeg({ program: '/bin/sh', args, folder: '/', cpuSeconds: 600, signal })`,
  )
  await expect.poll(() => isRunning(pid)).toBe(false)
})
