import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTestApp, picture, type TestApp, Upload } from '#server/test-app.ts'
import { drawCover } from './cover-art.ts'
import { createImages } from './media.ts'
import { mediaFolder, picturesIn } from './picture-files.ts'
import { drawPortrait } from './portrait.ts'

const HOURS = 3_600_000

async function opened() {
  const testApp = await openTestApp()
  const folder = mediaFolder(testApp.folder)
  return { testApp, folder, images: createImages({ db: testApp.db, files: picturesIn(testApp.folder) }) }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

function rowOf({ db }: TestApp, name: string) {
  return db.selectFrom('images').selectAll().where('name', '=', name).executeTakeFirst()
}

async function wear({ db }: TestApp, userId: string, photo: string): Promise<void> {
  await db.updateTable('users').set({ photo }).where('id', '=', userId).execute()
}

test('a portrait is cut square, in three sizes, never enlarged', async () => {
  const { testApp, images, folder } = await opened()
  const large = await images.save(await picture('red', { width: 1600, height: 900 }), { kind: 'portrait' })
  expect(await rowOf(testApp, large)).toMatchObject({ width: 512, height: 512, widths: '[96,256,512]' })
  expect(await filesIn(folder)).toEqual([96, 256, 512].map((width) => `${large}-${width}.webp`).toSorted())
  const small = await images.save(await picture('red', { width: 200, height: 120 }), { kind: 'portrait' })
  expect(await rowOf(testApp, small)).toMatchObject({ width: 120, height: 120, widths: '[96,120]' })
})

test('a generated drawing is stored like a picture, and SVG decoding is disabled again', async () => {
  const { testApp, images } = await opened()
  const svg = drawCover('seed', 'design')
  const [cover, portrait] = await Promise.all([
    images.saveDrawing(svg, { kind: 'cover' }),
    images.saveDrawing(drawPortrait('Ada'), { kind: 'portrait' }),
  ])
  expect(await rowOf(testApp, cover)).toMatchObject({ width: 1280, height: 720, owner_id: null })
  expect(await rowOf(testApp, portrait)).toMatchObject({ width: 512, height: 512 })
  await expect(sharp(Buffer.from(svg)).png().toBuffer()).rejects.toThrow('unsupported image format')
  expect(await images.saveDrawing(svg, { kind: 'cover' })).toBe(cover)
})

test('a picture is immutable, harmless and sent once', async () => {
  const { testApp, images } = await opened()
  const name = await images.save(await picture(), { kind: 'cover' })
  const answer = await testApp.request('GET', `/media/${name}-640.webp`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-site',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="${name}.webp"`,
    etag: `"${name}"`,
    'content-length': String(answer.rawPayload.length),
  })
  expect((await sharp(answer.rawPayload).metadata()).width).toBe(640)
  const again = await testApp.request('GET', `/media/${name}-320.webp`, undefined, {
    'if-none-match': `"${name}"`,
  })
  expect(again.statusCode).toBe(304)
  expect(again.rawPayload).toHaveLength(0)
})

test('only names of pictures reach the disk', async () => {
  const { testApp, images } = await opened()
  const name = await images.save(await picture(), { kind: 'cover' })
  await writeFile(join(testApp.folder, 'secret.webp'), 'secret')
  for (const path of [
    `${name}-641.webp`,
    `${name}.webp`,
    `${name.toUpperCase()}-640.webp`,
    `${name}-640.webp.bak`,
    `${name}-0640.webp`,
    `${name}-640.webp%00`,
    `${'0'.repeat(40)}-640.webp`,
    '..%2Fsecret.webp',
    '..%2F..%2F..%2Fetc%2Fpasswd',
    '%2e%2e%2fsecret.webp',
    '....%2F%2Fsecret.webp',
    `${name.slice(0, 2)}%2F${name}-640.webp`,
  ]) {
    const answer = await testApp.request('GET', `/media/${path}`)
    expect(answer.statusCode, path).toBe(404)
    expect(answer.json(), path).toMatchObject({ success: false, code: 'not_found' })
    expect(answer.headers['cache-control'], path).toBe('no-store')
  }
})

test('a generated cover never changes and runs no script', async () => {
  const { testApp } = await opened()
  const answer = await testApp.request('GET', '/art/design/abc-1.svg')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(drawCover('abc-1', 'design'))
  expect(answer.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect((await testApp.request('GET', '/art/design/abc-1.svg')).body).toBe(answer.body)
  expect((await testApp.request('GET', '/art/portrait/abc.svg')).body).toBe(drawPortrait('abc'))
  expect((await testApp.request('GET', '/art/Arts%20%26%20crafts/abc.svg')).statusCode).toBe(200)
})

test('a drawing has a plain name', async () => {
  const { testApp } = await opened()
  for (const path of [
    `design/${'a'.repeat(65)}.svg`,
    'design/a.png',
    'design/a%2Fb.svg',
    'design/%3Cscript%3E.svg',
    'design/.svg',
    '%3Cscript%3E/a.svg',
    `${'d'.repeat(65)}/a.svg`,
  ]) {
    const answer = await testApp.request('GET', `/art/${path}`)
    expect(answer.statusCode, path).toBe(404)
    expect(answer.body, path).not.toContain('<')
  }
})

test('a person’s pictures take at most 300 MB', async () => {
  const { testApp } = await opened()
  const teacher = await testApp.user('Ada', 'Teacher')
  await testApp.db
    .updateTable('images')
    .set({ bytes: 300 * 1024 * 1024 - 100 })
    .where('owner_id', '=', teacher.id)
    .execute()
  const form = new Upload(
    { title: 'Learn HTML', description: 'All of it.', category: 'development' },
    { field: 'mainPlaylistImage', bytes: await picture() },
  )
  const answer = await teacher.request('POST', '/api/playlists', form)
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toBe('You have reached the limit of 300 MB of images.')
  expect(await filesIn(mediaFolder(testApp.folder))).toEqual([])
  await testApp.db.updateTable('images').set({ bytes: 1 }).execute()
  expect((await teacher.request('POST', '/api/playlists', form)).statusCode).toBe(201)
})

test('a picture goes with the work that it was for', async () => {
  const { testApp, images, folder } = await opened()
  const bytes = await picture()
  const failing = images.saveFor(bytes, { kind: 'cover' }, async (name) => {
    expect(await filesIn(folder)).toContain(`${name}-640.webp`)
    throw new Error('no row after all')
  })
  await expect(failing).rejects.toThrow('no row after all')
  expect(await filesIn(folder)).toEqual([])
  expect(await testApp.db.selectFrom('images').select('name').execute()).toEqual([])
})

test('a picture is released once, and only when nothing shows it', async () => {
  const { testApp, images, folder } = await opened()
  const person = await testApp.user('Ada')
  const name = await images.save(await picture(), { kind: 'portrait' })
  await wear(testApp, person.id, name)
  await images.release([name])
  expect(await filesIn(folder)).toHaveLength(3)
  const other = await images.save(await picture('red'), { kind: 'portrait' })
  await wear(testApp, person.id, other)
  await images.release([name, name, 'unknown'])
  expect(await rowOf(testApp, name)).toBeUndefined()
  expect((await filesIn(folder)).every((file) => file.startsWith(other))).toBe(true)
})

test('a picture that is saved and released at once is either complete or gone', async () => {
  const { testApp, images, folder } = await opened()
  const bytes = await picture()
  const name = await images.save(bytes, { kind: 'cover' })
  await Promise.all([images.release([name]), images.save(bytes, { kind: 'cover' }), images.release([name])])
  const stored = (await rowOf(testApp, name)) !== undefined
  expect((await filesIn(folder)).length).toBe(stored ? 2 : 0)
})

test('a sweep takes what nothing has named for an hour: rows, files without a row, and half-written ones', async () => {
  const { testApp, images, folder } = await opened()
  const person = await testApp.user('Ada')
  const named = await images.save(await picture('red'), { kind: 'portrait' })
  await wear(testApp, person.id, named)
  await testApp.db.deleteFrom('images').where('name', '!=', named).execute()
  for (let n = 0; n < 20; n += 1) await testApp.user(`Neighbour ${n}`)
  const unnamed = await images.save(await picture('blue'), { kind: 'cover' })
  const orphan = 'ab'.padEnd(40, '0')
  await mkdir(join(folder, 'ab'), { recursive: true })
  await writeFile(join(folder, 'ab', `${orphan}-320.webp`), 'orphan')
  await writeFile(join(folder, 'ab', `${orphan}-640.webp.0123456789ab.tmp`), 'half')
  expect(await images.sweep()).toEqual({ deleted: 0 })
  expect(await filesIn(folder)).toHaveLength(7)
  expect(await images.sweep(Date.now() + 2 * HOURS)).toEqual({ deleted: 3 })
  expect(await rowOf(testApp, unnamed)).toBeUndefined()
  expect(await rowOf(testApp, named)).toBeDefined()
  expect(await filesIn(folder)).toEqual([96, 256, 360].map((width) => `${named}-${width}.webp`).toSorted())
})

test('while the disk of the pictures is not mounted, an upload gets a 503 and writes nothing elsewhere', async () => {
  const { db, folder } = await openTestApp()
  const images = createImages({ db, files: picturesIn(join(folder, 'not-mounted')) })
  await expect(images.save(await picture(), { kind: 'cover' })).rejects.toMatchObject({ code: 'busy' })
  expect(await filesIn(join(folder, 'not-mounted'))).toEqual([])
})

test('when most pictures are unused, a sweep deletes none unless the operator allows it', async () => {
  const { testApp, images, folder } = await opened()
  for (const colour of ['red', 'green', 'blue']) {
    const person = await testApp.user(colour)
    await wear(testApp, person.id, await images.save(await picture(colour), { kind: 'portrait' }))
  }
  const later = Date.now() + 2 * HOURS
  await testApp.db.deleteFrom('users').execute()
  const files = await filesIn(folder)
  expect(files).toHaveLength(9)
  const { tooMuch, deleted } = await images.sweep(later)
  expect([deleted, tooMuch?.count]).toEqual([0, tooMuch?.of])
  await testApp.db.deleteFrom('images').execute()
  expect(await images.sweep(later)).toEqual({ deleted: 0, tooMuch: { count: 3, of: 3 } })
  expect(await filesIn(folder)).toEqual(files)
  expect(await images.sweep(later, 'all')).toEqual({ deleted: 9 })
  expect(await filesIn(folder)).toEqual([])
})

test('a client that requests ever new drawings is limited, and cached drawings are still served', async () => {
  const { request } = await openTestApp({ rateScale: 0.005 })
  const draw = async (seed: string) => (await request('GET', `/art/design/${seed}.svg`)).statusCode
  const statuses: number[] = []
  for (let n = 0; n < 8; n += 1) statuses.push(await draw(`seed-${n}`))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  expect(await draw('seed-0')).toBe(200)
  const rejected = await request('GET', '/art/design/another.svg')
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
  expect((await request('GET', '/api/categories')).statusCode).toBe(200)
})

test('only the sites of CORS_ORIGINS may show pictures and drawings', async () => {
  const policies = async (environment: Record<string, string>) => {
    const testApp = await openTestApp({ environment })
    const name = await testApp.images.save(await picture(), { kind: 'cover' })
    const answers = [
      await testApp.request('GET', `/media/${name}-640.webp`),
      await testApp.request('GET', '/art/design/seed.svg'),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    return answers.map(({ headers }) => headers['cross-origin-resource-policy'])
  }
  expect(await policies({})).toEqual(['same-site', 'same-site'])
  expect(await policies({ CORS_ORIGINS: 'https://school.example' })).toEqual(['cross-origin', 'cross-origin'])
})
