import { readdir } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openTestApp, picture, type TestApp, Upload } from '#server/test-app.ts'
import { privateS3 } from '#server/test-s3.ts'
import { MEDIA_PATH } from './image-ref.ts'
import { openPictures } from './picture-files.ts'

const HOUR = 3_600_000

async function opened(environment: Record<string, string> = {}) {
  const s3 = await privateS3()
  const testApp = await openTestApp({ environment: { ...s3.environment, ...environment } })
  const files = openPictures(readConfig({ ...s3.environment, ...environment }))
  const stored = async () => (await Array.fromAsync(files.list())).flat().map(({ name }) => name)
  return { s3, testApp, files, stored }
}

function form(bytes: Buffer): Upload {
  const fields = { title: 'Learn HTML', description: 'All of it.', category: 'development' }
  return new Upload(fields, { field: 'mainPlaylistImage', bytes })
}

async function rows({ db }: TestApp): Promise<number> {
  const images = await db.selectFrom('images').select('name').where('widths', 'like', '%640%').execute()
  return images.length
}

async function addPlaylist(testApp: TestApp, colour: string) {
  await testApp.category()
  const teacher = await testApp.user('Ada', 'Teacher')
  return teacher.request('POST', '/api/playlists', form(await picture(colour)))
}

test('pictures in a bucket are served with the usual headers', async () => {
  const { testApp, stored } = await opened()
  const added = await addPlaylist(testApp, 'red')
  expect(added.statusCode).toBe(201)
  const { url } = added.json().data.mainPlaylistImage
  const name = url.slice(MEDIA_PATH.length, MEDIA_PATH.length + 40)
  expect((await stored()).toSorted()).toEqual([`${name}-320.webp`, `${name}-640.webp`])
  expect(await readdir(testApp.folder)).not.toContain('media')
  const answer = await testApp.request('GET', url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-site',
    etag: `"${name}"`,
    'content-length': String(answer.rawPayload.length),
  })
  expect(answer.rawPayload.toString('latin1', 8, 12)).toBe('WEBP')
  expect((await testApp.request('GET', url, undefined, { 'if-none-match': `"${name}"` })).statusCode).toBe(
    304,
  )
  expect((await testApp.request('GET', `${MEDIA_PATH}${'0'.repeat(40)}-640.webp`)).statusCode).toBe(404)
})

test('uploads fail without a row when the bucket fails or stores part of a picture', async () => {
  const { s3, testApp } = await opened()
  s3.fault('failing', 'PUT')
  const failed = await addPlaylist(testApp, 'red')
  expect([failed.statusCode, failed.json().code, failed.headers['retry-after']]).toEqual([503, 'busy', '5'])
  s3.fault('failing', 'HEAD')
  expect((await addPlaylist(testApp, 'blue')).statusCode).toBe(503)
  expect(await rows(testApp)).toBe(0)
  expect((await testApp.request('GET', '/api/playlists')).statusCode).toBe(200)
  s3.fault('none')
  expect((await addPlaylist(testApp, 'red')).statusCode).toBe(201)
  expect(await rows(testApp)).toBe(1)
})

test('a bucket that does not answer costs ten seconds and no more', async () => {
  const { s3, testApp } = await opened()
  s3.fault('slow')
  const [upload, health] = await Promise.all([addPlaylist(testApp, 'red'), testApp.request('GET', '/readyz')])
  expect([upload.statusCode, health.statusCode]).toEqual([503, 503])
  expect(await rows(testApp)).toBe(0)
})

test('a truncated picture is a 503, and the next request gets all of it', async () => {
  const { s3, testApp } = await opened()
  const { url } = (await addPlaylist(testApp, 'red')).json().data.mainPlaylistImage
  s3.fault('cut')
  const cut = await testApp.request('GET', url)
  expect([cut.statusCode, cut.headers['cache-control']]).toEqual([503, 'no-store'])
  s3.fault('none')
  const whole = await testApp.request('GET', url)
  expect(whole.statusCode).toBe(200)
  expect(whole.rawPayload.readUInt32LE(4) + 8).toBe(whole.rawPayload.length)
  s3.fault('failing')
  expect((await testApp.request('GET', url)).statusCode).toBe(200)
})

test('a put that fails once is tried once more', async () => {
  const { s3, files, stored } = await opened()
  s3.fault('failing', 'PUT')
  const bytes = Buffer.from('RIFF\0\0\0\0WEBP')
  const writing = files.put([{ name: `${'ab'.repeat(20)}-320.webp`, bytes }])
  await vi.waitFor(() => expect(s3.failed()).toBe(1), { interval: 1 })
  s3.fault('none')
  await writing
  expect(await stored()).toEqual([`${'ab'.repeat(20)}-320.webp`])
})

test('a sweep deletes from the bucket what has had no row for an hour', async () => {
  const { testApp, files, stored } = await opened()
  const { url } = (await addPlaylist(testApp, 'red')).json().data.mainPlaylistImage
  await files.put([{ name: `${'ab'.repeat(20)}-320.webp`, bytes: Buffer.from('litter') }])
  expect(await testApp.images.sweep()).toEqual({ deleted: 0 })
  expect(await stored()).toHaveLength(3)
  expect(await testApp.images.sweep(Date.now() + 2 * HOUR)).toEqual({ deleted: 1 })
  expect((await stored()).every((file) => url.includes(file.slice(0, 40)))).toBe(true)
})

test('with MEDIA_URL answers name pictures at that address, and sites that read from here may show them', async () => {
  const { testApp } = await opened({
    MEDIA_URL: 'https://cdn.example/pictures',
    PUBLIC_URL: 'https://lectern.example',
  })
  const { url, srcSet } = (await addPlaylist(testApp, 'red')).json().data.mainPlaylistImage
  expect(url).toMatch(/^https:\/\/cdn\.example\/pictures\/media\/[0-9a-f]{40}-640\.webp$/)
  expect(srcSet).not.toMatch(/(^|, )\/media/)
  const answer = await testApp.request('GET', url.slice('https://cdn.example/pictures'.length))
  expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
})
