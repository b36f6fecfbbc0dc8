import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isRunning, killServer } from '#server/test-processes.ts'
import { runCommand } from './run-command.ts'

const MINUTES = 60_000

async function run(program: string, options: { timeout?: number; signal?: AbortSignal } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-command-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { timeout = 10 * MINUTES, signal = new AbortController().signal } = options
  const command = [process.execPath, '-e', program]
  const { PATH = '' } = process.env
  const output = await runCommand({ command, args: ['sound.wav', 'de'], PATH, folder, timeout, signal })
  return output.toString()
}

test('a command gets its arguments, a low priority, and no variable but PATH', async () => {
  const says = `const { getPriority } = require('node:os')
    console.log(process.argv.slice(1).join(' '), getPriority(), Object.keys(process.env).join(' '))`
  expect(await run(`setTimeout(() => { ${says} }, 50)`)).toBe('sound.wav de 10 PATH\n')
})

test.each([
  ['code', 'console.error("No model"); process.exit(3)', 'ended with code 3: No model'],
  ['signal', 'process.kill(process.pid, "SIGTERM")', 'ended with SIGTERM'],
  ['flood', 'console.log("WEBVTT".repeat(400_000)); setInterval(() => {}, 1000)', 'wrote more than 1 MiB.'],
])('a command that ends with a %s fails with a sentence', async (_, program, sentence) => {
  await expect(run(program)).rejects.toThrow(`TRANSCRIBE_COMMAND ${sentence}`)
})

/** Starts a second program, writes its number to a file and never ends. */
const withChild = (file: string) => `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  require('node:fs').writeFileSync('${file}', String(child.pid))
  setInterval(() => {}, 1000)`

test('when the time is up or the site stops, the programs that a script has started end with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-command-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'child')
  const child = () => readFile(file, 'utf8').catch(() => '')
  await expect(run(withChild(file), { timeout: 2000 })).rejects.toThrow('took longer than 0 minutes.')
  const first = await child()
  await expect.poll(() => isRunning(first)).toBe(false)

  const stopping = new AbortController()
  const running = run(withChild(file), { signal: stopping.signal })
  await expect.poll(child, { timeout: 20_000 }).not.toBe(first)
  stopping.abort(new Error('The site stops.'))
  await expect(running).rejects.toThrow('The site stops.')
  const second = await child()
  await expect.poll(() => isRunning(second)).toBe(false)
})

test('a command ends with a server that is killed', async () => {
  const module = new URL('./run-command.ts', import.meta.url).href
  const pid = await killServer(
    (lines) => `
      const { runCommand } = await import(${JSON.stringify(module)})
      const command = ['/bin/sh', '-c', ${JSON.stringify(lines)}]
      const { signal } = new AbortController()
      await runCommand({ command, args: [], PATH: '/bin', folder: '/', timeout: 600_000, signal })`,
  )
  await expect.poll(() => isRunning(pid)).toBe(false)
})
