import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { serveAssets } from './assets.ts'

test('only files are below /assets/: a folder, a path outside and a name of nothing are not found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-assets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'fonts'))
  await writeFile(join(folder, 'index.js'), 'export {}')
  const { app, request } = await openTestApp()
  await serveAssets(app, folder)
  expect((await request('GET', '/assets/index.js')).statusCode).toBe(200)
  for (const path of ['', 'fonts/', '/', '.', '%2e%2e/', '..%2fpackage.json', 'nothing.js']) {
    const answer = await request('GET', `/assets/${path}`)
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 404, 'not_found'])
  }
})
