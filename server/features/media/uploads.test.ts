import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { drawCover } from './cover-art.ts'

const DRAFT = { title: 'Learn HTML', description: 'All of it.', category: 'development' }
const WRONG_TYPE = 'Image must be a JPEG, PNG, WebP or GIF file.'
const UNREADABLE = 'Image could not be read.'
const TOO_MANY_PIXELS = 'Image has too many pixels. The limit is 40 megapixels.'
const BOUNDARY = 'lectern-test-boundary'

async function opened() {
  const testApp = await openTestApp()
  return { testApp, teacher: await testApp.user('Ada', 'Teacher') }
}

function send(teacher: TestUser, bytes: Buffer, { name, type }: { name?: string; type?: string } = {}) {
  const file = { field: 'mainPlaylistImage', bytes, ...(name && { name }), ...(type && { type }) }
  return teacher.request('POST', '/api/playlists', new Upload(DRAFT, file))
}

async function accepted(teacher: TestUser, bytes: Buffer): Promise<Playlist['mainPlaylistImage']> {
  const answer = await send(teacher, bytes)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data.mainPlaylistImage
}

/** Every file below the media folder, by its path inside. */
async function storedFiles({ folder }: TestApp): Promise<string[]> {
  const entries = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function nothingKept(testApp: TestApp): Promise<void> {
  expect(await storedFiles(testApp)).toEqual([])
  expect(await testApp.db.selectFrom('images').select('name').where('bytes', '>', 1).execute()).toEqual([])
  expect(await testApp.db.selectFrom('playlists').select('id').execute()).toEqual([])
}

function pathOf({ folder }: TestApp, url: string): string {
  const file = url.replace('/media/', '')
  return join(folder, 'media', file.slice(0, 2), file)
}

function photo(size = { width: 640, height: 360 }) {
  return sharp({ create: { ...size, channels: 3, background: '#d9992b' } })
}

/** A PNG whose head promises other sides than its body has. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const png = Buffer.from(await picture())
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

function part(head: string, body: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ])
}

function postRaw({ app }: TestApp, teacher: TestUser, payload: Buffer) {
  const headers = {
    authorization: `Bearer ${teacher.token}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  }
  return app.inject({ method: 'POST', url: '/api/playlists', headers, payload })
}

const fields = () => Object.entries(DRAFT).map(([name, value]) => part(`name="${name}"`, value))
const file = (bytes: Buffer, name = 'mainPlaylistImage') => part(`name="${name}"; filename="a.png"`, bytes)
const end = Buffer.from(`--${BOUNDARY}--\r\n`)

test('JPEG, PNG, WebP and GIF are recognized by content, not by name', async () => {
  const { teacher } = await opened()
  for (const bytes of [
    await photo().jpeg().toBuffer(),
    await photo().png().toBuffer(),
    await photo().webp().toBuffer(),
    await photo().gif().toBuffer(),
  ]) {
    const answer = await send(teacher, bytes, { name: 'letter.txt', type: 'text/plain' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data.mainPlaylistImage).toMatchObject({ width: 640, height: 360 })
  }
})

test('anything else is rejected, whatever its name, and nothing of it is stored', async () => {
  const { testApp, teacher } = await opened()
  const svg = Buffer.from(drawCover('seed', 'design'))
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  for (const bytes of [
    svg,
    Buffer.concat([
      Buffer.from('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      svg,
    ]),
    await photo().avif().toBuffer(),
    await photo().tiff().toBuffer(),
    html,
    Buffer.from('%PDF-1.7'),
    Buffer.from('\xff\xd8'),
    Buffer.from('GIF'),
  ]) {
    const answer = await send(teacher, bytes, { name: 'photo.png', type: 'image/png' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe(WRONG_TYPE)
  }
  await nothingKept(testApp)
})

test('a file that only starts like a picture, or ends too early, is rejected', async () => {
  const { testApp, teacher } = await opened()
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6))
  const noisy = await sharp({
    create: {
      width: 120,
      height: 90,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  const svg = Buffer.from(drawCover('seed', 'design'))
  for (const bytes of [
    cut(noisy),
    cut(await sharp(noisy).jpeg().toBuffer()),
    cut(await sharp(noisy).webp().toBuffer()),
    cut(await sharp(noisy).gif().toBuffer()),
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), svg]),
    Buffer.concat([Buffer.from('GIF89a'), svg]),
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), svg]),
  ]) {
    const answer = await send(teacher, bytes)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe(UNREADABLE)
  }
  await nothingKept(testApp)
})

test('more than 40 megapixels or a side over 10,000 is rejected by the header alone', async () => {
  const { testApp, teacher } = await opened()
  for (const [width, height] of [
    [20_000, 20_000],
    [8_000, 5_001],
    [10_001, 1],
    [1, 10_001],
    [2_000_000_000, 2_000_000_000],
  ] as const) {
    const answer = await send(teacher, await claiming(width, height))
    expect(answer.statusCode).toBe(400)
    expect([TOO_MANY_PIXELS, UNREADABLE]).toContain(answer.json().message)
    if (width <= 20_000) expect(answer.json().message).toBe(TOO_MANY_PIXELS)
  }
  await nothingKept(testApp)
})

test('a file over 8 MiB and a body over 9 MiB are rejected', async () => {
  const { testApp, teacher } = await opened()
  const large = await send(teacher, Buffer.concat([await picture(), Buffer.alloc(8 * 1024 * 1024)]))
  expect(large.statusCode).toBe(413)
  expect(large.json().message).toBe('Image is too large. The limit is 8 MB.')
  const larger = await send(teacher, Buffer.alloc(9 * 1024 * 1024))
  expect(larger.statusCode).toBe(413)
  expect(larger.json().message).toBe('Request is too large.')
  await nothingKept(testApp)
})

test('location, colour profile and trailing data are removed from a photo', async () => {
  const { testApp, teacher } = await opened()
  const bytes = await photo()
    .withExif({ IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  expect(bytes.includes('SECRET-OWNER')).toBe(true)
  const tail = Buffer.from('<script>alert(document.domain)</script>PK\x03\x04')
  const { url } = await accepted(teacher, Buffer.concat([bytes, tail]))
  const stored = await readFile(pathOf(testApp, url))
  expect(stored.includes('<script>')).toBe(false)
  expect(stored.includes('SECRET-OWNER')).toBe(false)
  const { format, exif, icc, xmp } = await sharp(stored).metadata()
  expect({ format, exif, icc, xmp }).toEqual({
    format: 'webp',
    exif: undefined,
    icc: undefined,
    xmp: undefined,
  })
})

test('a photo is rotated as its camera recorded', async () => {
  const { teacher } = await opened()
  const lying = await photo({ width: 600, height: 300 }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await accepted(teacher, lying)).toMatchObject({ width: 300, height: 600 })
})

test('only the first frame of an animation is stored', async () => {
  const { testApp, teacher } = await opened()
  const frames = [await picture('#ff0000'), await picture('#0000ff')]
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(moving, { pages: -1 }).metadata()).pages).toBe(2)
  const { url } = await accepted(teacher, moving)
  const stored = sharp(pathOf(testApp, url), { pages: -1 })
  expect((await stored.metadata()).pages ?? 1).toBe(1)
  const { dominant } = await sharp(pathOf(testApp, url)).stats()
  expect(dominant.r).toBeGreaterThan(200)
  expect(dominant.b).toBeLessThan(50)
})

test('a cover fits into 1280 by 720, is never enlarged, and has a version for each screen', async () => {
  const { testApp, teacher } = await opened()
  const wide = await accepted(teacher, await photo({ width: 3000, height: 2000 }).jpeg().toBuffer())
  expect(wide).toMatchObject({ width: 1080, height: 720 })
  const name = /^\/media\/([0-9a-f]{40})-1080\.webp$/.exec(wide.url)?.[1]
  expect(wide.srcSet).toBe([320, 640, 1080].map((w) => `/media/${name}-${w}.webp ${w}w`).join(', '))
  for (const width of [320, 640, 1080]) {
    const metadata = await sharp(pathOf(testApp, `/media/${name}-${width}.webp`)).metadata()
    expect(metadata.width).toBe(width)
  }
  const small = await accepted(teacher, await photo({ width: 200, height: 50 }).png().toBuffer())
  expect(small).toMatchObject({ width: 200, height: 50 })
  expect(small.srcSet).toMatch(/^\S+-200\.webp 200w$/)
  for (const { placeholder = '' } of [wide, small]) {
    expect(placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(placeholder.length).toBeLessThanOrEqual(300)
  }
})

test('no name of a file reaches a path', async () => {
  const { testApp, teacher } = await opened()
  for (const name of [
    '../../evil.png',
    '/etc/cron.d/evil',
    '..\\..\\evil.png',
    'a\0.png',
    '<img src=x onerror=alert(1)>.png',
  ]) {
    const answer = await send(teacher, await picture(), { name })
    expect(answer.statusCode).toBe(201)
    expect(answer.body).not.toContain('evil')
    expect(answer.body).not.toContain('onerror')
  }
  for (const name of await storedFiles(testApp)) expect(name).toMatch(/^[0-9a-f]{40}-\d+\.webp$/)
  expect((await readdir(testApp.folder)).toSorted()).toEqual(['media', 'secret-key', 'uploads'])
})

test('two files, too many fields and a field too long are rejected, never truncated', async () => {
  const { testApp, teacher } = await opened()
  const bytes = await picture()
  const many = Array.from({ length: 13 }, (_, n) => part(`name="field${n}"`, 'x'))
  for (const payload of [
    [...fields(), file(bytes), file(bytes, 'second'), end],
    [...many, file(bytes), end],
    [part('name="description"', 'x'.repeat(20_481)), ...fields(), file(bytes), end],
    [part(`name="${'n'.repeat(65)}"`, 'x'), ...fields(), file(bytes), end],
  ]) {
    const answer = await postRaw(testApp, teacher, Buffer.concat(payload))
    expect(answer.statusCode).toBe(413)
    expect(answer.json().message).toBe('Request is too large.')
  }
  await nothingKept(testApp)
})

test('a truncated or invalid form is the client’s error', async () => {
  const { testApp, teacher } = await opened()
  const bytes = await picture()
  const whole = Buffer.concat([...fields(), file(bytes), end])
  for (const payload of [
    whole.subarray(0, whole.length - 60),
    Buffer.concat([...fields(), file(bytes)]),
    Buffer.from('nothing of the kind'),
    Buffer.from(''),
  ]) {
    const answer = await postRaw(testApp, teacher, payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, code: 'invalid' })
  }
  const headers = { authorization: `Bearer ${teacher.token}`, 'content-type': 'multipart/form-data' }
  const boundless = await testApp.app.inject({
    method: 'POST',
    url: '/api/playlists',
    headers,
    payload: whole,
  })
  expect(boundless.statusCode).toBe(400)
  await nothingKept(testApp)
})

test('a user who may not change a playlist is rejected before a byte of the upload is read', async () => {
  const { testApp, teacher } = await opened()
  const stranger = await testApp.user('Tom', 'Teacher')
  const id = await insertPlaylist(testApp, { teacher })
  const { port } = new URL(await testApp.app.listen({ host: '127.0.0.1', port: 0 }))
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request({
      port,
      method: 'PUT',
      path: `/api/playlists/${id}`,
      headers: {
        authorization: `Bearer ${stranger.token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': 5_000_000,
      },
    })
    sent.on('response', (answer) => {
      resolve(answer.statusCode)
      sent.destroy()
    })
    sent.on('error', reject)
    sent.flushHeaders()
  })
  expect(status).toBe(403)
})
