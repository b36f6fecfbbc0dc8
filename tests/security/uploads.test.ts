import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { crc32, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Answer, Form, type FormFile } from './request.ts'
import { openSite, pixel } from './site.ts'

const site = openSite()
const DRAFT = { title: 'With a picture', description: 'All of it.', category: 'development' }
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>'
const WRONG_TYPE = 'Image must be a JPEG, PNG, WebP or GIF file.'

function upload(bytes: Buffer, extras: Partial<FormFile> = {}): Promise<Answer> {
  const body = new Form(DRAFT, { field: 'mainPlaylistImage', bytes, ...extras })
  return site().send('T1', 'POST', '/api/playlists', { body })
}

const photo = (width = 64, height = 48) =>
  sharp({ create: { width, height, channels: 3, background: '#338855' } })
const image = ({ json }: Answer) => Object(Object(json.data).mainPlaylistImage)

/** The files and rows that rejected uploads left behind. */
async function storedState(): Promise<{ files: string[]; images: unknown[]; playlists: unknown[] }> {
  const entries = readdirSync(`${site().server.dataDir}/media`, { recursive: true, withFileTypes: true })
  return {
    files: entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted(),
    images: await site().sql('select name from images'),
    playlists: await site().sql('select count(*) as n from playlists'),
  }
}

async function expectRejected(bytes: Buffer, message: string | RegExp, extras: Partial<FormFile> = {}) {
  const before = await storedState()
  const answer = await upload(bytes, extras)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.json.message).toMatch(message)
  expect(await storedState()).toEqual(before)
}

/** A PNG with these dimensions in its header. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(await pixel())
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

test('not an image', async () => {
  for (const bytes of [
    '<!doctype html><script>alert(1)</script>',
    '#!/bin/sh\nid',
    '%PDF-1.7',
    'MZ\x90\0',
    'PK\x03\x04',
    '<?php system($_GET[0]);',
  ]) {
    await expectRejected(Buffer.from(bytes, 'latin1'), WRONG_TYPE)
  }
  const empty = await upload(Buffer.alloc(0))
  expect([empty.status, empty.json.message]).toEqual([400, 'Image is required.'])
})

test('wrong extension, real image', async () => {
  for (const [name, type] of [
    ['shell.php', 'application/x-php'],
    ['a.svg', 'image/svg+xml'],
    ['a.html', 'text/html'],
    ['a', ''],
  ] as const) {
    const answer = await upload(await photo().png().toBuffer(), { name, type })
    expect(answer.status).toBe(201)
    expect(image(answer).url).toMatch(/^\/media\/[0-9a-f]{40}-\d+\.webp$/)
  }
})

test('SVG, SVGZ, XML with DOCTYPE', async () => {
  const entities = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`
  const laughs = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><svg>&b;</svg>'
  for (const bytes of [
    Buffer.from(SVG),
    gzipSync(SVG),
    Buffer.from(entities),
    Buffer.from(laughs),
    Buffer.from(`\ufeff${SVG}`, 'utf16le'),
  ]) {
    await expectRejected(bytes, WRONG_TYPE, { name: 'picture.png', type: 'image/png' })
    await expectRejected(bytes, WRONG_TYPE, { name: 'picture.svg', type: 'image/svg+xml' })
  }
})

test('pixel bomb', async () => {
  const tooMany = 'Image has too many pixels. The limit is 40 megapixels.'
  await expectRejected(await claiming(20_000, 20_000), tooMany)
  await expectRejected(await claiming(10_001, 10), tooMany)
  await expectRejected(await claiming(2_000_000_000, 2_000_000_000), /too many pixels|could not be read/)
  const gif = Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([0xff, 0xff, 0xff, 0xff, 0x80, 0, 0]),
    Buffer.alloc(64),
  ])
  await expectRejected(gif, /too many pixels|could not be read/)
})

test('AVIF/HEIC/TIFF/JXL', async () => {
  const ftyp = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1`), Buffer.alloc(64)])
  for (const bytes of [
    await photo().avif().toBuffer(),
    await photo().tiff().toBuffer(),
    ftyp('heic'),
    ftyp('avif'),
    Buffer.from('\0\0\0\x0cJXL \r\n\x87\n', 'latin1'),
    Buffer.from([0xff, 0x0a, 0, 0, 0, 0, 0, 0]),
    Buffer.from('BM\x3a\0\0\0', 'latin1'),
    Buffer.from('8BPS\0\x01', 'latin1'),
  ]) {
    await expectRejected(bytes, WRONG_TYPE, { name: 'photo.jpg', type: 'image/jpeg' })
  }
})

test('worst accepted: forty megapixels in progressive form, while others are served', async () => {
  const bytes = await photo(8000, 5000).jpeg({ progressive: true, quality: 60 }).toBuffer()
  const [answer, reading] = await Promise.all([upload(bytes), site().send('S1', 'GET', '/api/playlists')])
  expect(answer.status, answer.text).toBe(201)
  expect(reading.status).toBe(200)
  expect(image(answer)).toMatchObject({ width: 1152, height: 720 })
})

test('filename traversal, filename XSS', async () => {
  for (const name of [
    '../../../../tmp/evil.png',
    '..\\..\\evil.png',
    '/etc/cron.d/evil',
    'C:\\evil.png',
    'evil.png\0.svg',
    '....//....//evil.png',
    '%2e%2e%2fevil.png',
    '<img src=x onerror=alert(1)>evil.png',
    "evil' onload='alert(1).png",
    `${'evil'.repeat(500)}.png`,
  ]) {
    const answer = await upload(await pixel(), { name })
    expect([201, 400], name).toContain(answer.status)
    expect(answer.text).not.toMatch(/evil|onerror/)
  }
  expect((await storedState()).files.every((name) => /^[0-9a-f]{40}-\d+\.webp$/.test(name))).toBe(true)
  const names = readdirSync(site().server.dataDir).filter((name) => !name.startsWith('lectern.db'))
  expect(names.toSorted()).toEqual(['media', 'secret-key', 'uploads'])
})

test('upload path reads', async () => {
  const file = (await storedState()).files[0] ?? ''
  expect((await site().send(undefined, 'GET', `/media/${file}`)).status).toBe(200)
  for (const path of [
    '/media/',
    '/media/..',
    '/media/../lectern.db',
    '/media/..%2flectern.db',
    '/media/%2e%2e%2flectern.db',
    '/media/..%5clectern.db',
    '/media/%252e%252e%252flectern.db',
    `/media/${file.slice(0, 2)}/${file}`,
    `/media/${file}%00.png`,
    `/media/${file.toUpperCase()}`,
    `/media/./${file}`,
    '/media//etc/passwd',
    '/media/lectern.db',
    '/media/%2fetc%2fpasswd',
  ]) {
    const answer = await site().send(undefined, 'GET', path)
    expect([400, 404], path).toContain(answer.status)
    expect(answer.text).not.toMatch(/SQLite format|root:/)
  }
})

test('polyglot', async () => {
  const tail = Buffer.from(`<script>alert(document.domain)</script>PK\x03\x04${SVG}`, 'latin1')
  for (const bytes of [
    await photo().jpeg().toBuffer(),
    await photo().gif().toBuffer(),
    await photo().png().toBuffer(),
  ]) {
    const answer = await upload(Buffer.concat([bytes, tail]))
    expect(answer.status).toBe(201)
    const stored = await site().send(undefined, 'GET', image(answer).url)
    expect(stored.headers['content-type']).toBe('image/webp')
    expect(stored.bytes.includes('script')).toBe(false)
    expect((await sharp(stored.bytes).metadata()).format).toBe('webp')
  }
  const gifScript = Buffer.concat([Buffer.from('GIF89a/*'), Buffer.alloc(20), Buffer.from('*/=1;alert(1)//')])
  await expectRejected(gifScript, /could not be read|too many pixels/)
})

test('metadata', async () => {
  const bytes = await photo()
    .withExif({ IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
    .jpeg()
    .toBuffer()
  expect(bytes.includes('SECRET-OWNER')).toBe(true)
  const { bytes: stored } = await site().send(undefined, 'GET', image(await upload(bytes)).url)
  expect(stored.includes('SECRET')).toBe(false)
  const { exif, icc, xmp } = await sharp(stored).metadata()
  expect({ exif, icc, xmp }).toEqual({ exif: undefined, icc: undefined, xmp: undefined })
})

test('size', async () => {
  const before = await storedState()
  const large = await upload(Buffer.concat([await pixel(), Buffer.alloc(8 * 1024 * 1024)]))
  expect([large.status, large.json.message]).toEqual([413, 'Image is too large. The limit is 8 MB.'])
  const claimed = await site().send('T1', 'POST', '/api/playlists', {
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '9437185' },
    // The announced bytes never arrive, so this connection cannot be reused.
    from: '127.0.0.1',
  })
  expect([claimed.status, claimed.json.message]).toEqual([413, 'Request is too large.'])
  expect(await storedState()).toEqual(before)
})

test('two files / 20 fields / 30 kB field', async () => {
  const before = await storedState()
  const bytes = await pixel()
  const picture = { field: 'mainPlaylistImage', bytes }
  const twenty = Array.from({ length: 20 }, (_, index): [string, string] => [`field${index}`, 'x'])
  for (const body of [
    new Form(DRAFT, picture, picture),
    new Form(DRAFT, picture, { field: 'second', bytes }),
    new Form([...Object.entries(DRAFT), ...twenty], picture),
    new Form({ ...DRAFT, description: 'x'.repeat(30_000) }, picture),
    new Form({ ...DRAFT, ['n'.repeat(65)]: 'x' }, picture),
  ]) {
    const answer = await site().send('T1', 'POST', '/api/playlists', { body })
    expect([answer.status, answer.json.message]).toEqual([413, 'Request is too large.'])
  }
  expect(await storedState()).toEqual(before)
})

test('multipart breakage', async () => {
  const before = await storedState()
  const whole = new Form(DRAFT, { field: 'mainPlaylistImage', bytes: await pixel() }).encode('b')
  const post = (body: Buffer, contentType: string) =>
    site().send('T1', 'POST', '/api/playlists', { body, headers: { 'content-type': contentType } })
  for (const [body, type, status] of [
    [whole.subarray(0, whole.length - 40), 'multipart/form-data; boundary=b', 400],
    [whole, 'multipart/form-data', 400],
    [whole, 'multipart/form-data; boundary=', 400],
    [whole, `multipart/form-data; boundary=${'b'.repeat(252)}`, 400],
    [whole, 'multipart/form-data; boundary=other', 400],
    [Buffer.from('--b\r\n\r\n\r\n--b--'), 'multipart/form-data; boundary=b', 400],
    [
      Buffer.from('--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n'),
      'multipart/form-data; boundary=b',
      400,
    ],
    [Buffer.from(`--b\r\n${'x: y\r\n'.repeat(3000)}\r\n\r\n--b--`), 'multipart/form-data; boundary=b', 400],
    [whole, 'multipart/mixed; boundary=b', 415],
    [whole, 'application/json', 415],
  ] as const) {
    const answer = await post(Buffer.from(body), type)
    expect(answer.status, `${type} ${answer.text}`).toBe(status)
  }
  expect(await storedState()).toEqual(before)
})

test('forged file object', async () => {
  const before = await storedState()
  const forged = JSON.stringify({ url: '/etc/passwd', path: '/etc/passwd', data: 'x', filename: 'x.png' })
  for (const value of [forged, '/media/x.webp', 'http://127.0.0.1:1/x.png', 'data:image/png;base64,AAAA']) {
    const body = new Form({ ...DRAFT, mainPlaylistImage: value })
    const answer = await site().send('T1', 'POST', '/api/playlists', { body })
    expect([answer.status, answer.json.message]).toEqual([400, 'Image is required.'])
  }
  const asJson = await site().send('T1', 'POST', '/api/playlists', {
    body: { ...DRAFT, mainPlaylistImage: forged },
  })
  expect(asJson.status).toBe(415)
  const elsewhere = new Form(DRAFT, { field: 'profilePhoto', bytes: await pixel() })
  expect((await site().send('T1', 'POST', '/api/playlists', { body: elsewhere })).status).toBe(400)
  expect(await storedState()).toEqual(before)
})

test('client abort in upload', async () => {
  const before = await storedState()
  const body = new Form(DRAFT, { field: 'mainPlaylistImage', bytes: Buffer.alloc(3_000_000) }).encode('b')
  for (const share of [0.001, 0.5, 0.99]) {
    await new Promise<void>((resolve) => {
      const sent = request({
        port: site().server.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/playlists',
        headers: {
          authorization: `Bearer ${site().users.T1.token}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': body.length,
        },
      })
      sent.on('error', () => undefined)
      sent.on('close', () => resolve())
      sent.write(body.subarray(0, Math.floor(body.length * share)), () => sent.destroy())
    })
  }
  expect((await upload(Buffer.from('not a picture'))).status).toBe(400)
  expect(await storedState()).toEqual(before)
})

test('image serving headers', async () => {
  const { url } = image(await upload(await photo().png().toBuffer()))
  const { status, headers } = await site().send(undefined, 'GET', url)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-site',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(headers['content-disposition']).toMatch(/^inline; filename="[0-9a-f]{40}\.webp"$/)
  const art = await site().send(undefined, 'GET', '/art/design/%3Cscript%3E.svg')
  expect(art.text).not.toContain('<script')
  if (art.status === 200) expect(art.headers['content-security-policy']).toContain('sandbox')
})
