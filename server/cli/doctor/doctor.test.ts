import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, open, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { examine } from '#server/cli/doctor.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/data/database.ts'
import { migrate } from '#server/data/migrate.ts'
import { openTestApp, picture, Upload } from '#server/test-app.ts'
import { saved, saveOf } from '#server/test-progress.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { insertPasskey } from '#server/test-second-step.ts'
import { lookAtDatabase } from './database.ts'
import { lookAtSettings } from './folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

async function run(file: string, folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const [code]: unknown[] = await once(child, 'close')
  return { code, said }
}

async function doctor(folder: string, repair = false) {
  const lines: string[] = []
  const config = readConfig({ DATA_DIR: folder })
  const well = await examine({ config, repair, say: (line) => lines.push(line) })
  return { code: well ? 0 : 1, said: lines.join('\n') }
}

/** A site with one public playlist, stopped. */
async function stoppedSite() {
  const { app, db, folder, user } = await openTestApp({ onDisk: true })
  const ada = await user('Ada', 'Teacher')
  const file = { field: 'mainPlaylistImage', bytes: await picture() }
  const draft = { title: 'Watercolour', description: 'All of it.', category: 'development' }
  const posted = await ada.request('POST', '/api/playlists', new Upload(draft, file))
  expect(posted.statusCode, posted.body).toBe(201)
  const photo = { field: 'profilePhoto', bytes: await picture('#223344') }
  await ada.request('PUT', `/api/users/profile/${ada.id}`, new Upload({}, photo))
  await db.deleteFrom('images').where('bytes', '=', 1).execute()
  await expect(doctor(folder, true)).rejects.toThrow('The site is running. Stop it')
  await app.close()
  await db.destroy()
  return folder
}

test('a healthy site has no problems', async () => {
  const folder = await stoppedSite()
  const { code, said } = await doctor(folder)
  expect(said).not.toContain('PROBLEM')
  expect(said).toContain('Nothing is wrong.')
  expect(code).toBe(0)
})

test('a duration that differs from the players’ reports is a note', async () => {
  const testApp = await openTestApp()
  const { db, user } = testApp
  const ada = await user('Ada', 'Teacher')
  const courseId = await insertCourse(testApp, {
    playlistId: await insertPlaylist(testApp, { teacher: ada }),
  })
  const said = async () => (await lookAtDatabase(db)).findings.map(({ says }) => says)
  await saved(ada, courseId, saveOf([], { duration: 100 }))
  await saved(await user('Sam'), courseId, saveOf([], { duration: 102 }))
  expect((await said()).join()).not.toContain('another duration')
  await saved(await user('Eve'), courseId, saveOf([], { duration: 103 }))
  expect(await said()).toContain('Players report another duration of 1 course.')
})

test('wrong counts, a search index out of step and files without a row are found and repaired', async () => {
  const folder = await stoppedSite()
  const db = openDatabase(folder)
  await db.updateTable('playlists').set({ courses_count: 7, status: 'approved' }).execute()
  await db.destroy()
  const stray = join(folder, 'media', 'ab', `${'ab'.repeat(20)}-640.webp`)
  await mkdir(join(folder, 'media', 'ab'), { recursive: true })
  await writeFile(stray, 'left by an upload')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  await utimes(stray, longAgo, longAgo)
  await writeFile(join(folder, '.restore-0b0b0b0b'), '')

  const found = await doctor(folder)
  expect(found.code).toBe(1)
  expect(found.said).toContain('PROBLEM courses_count is wrong in 1 row of playlists.')
  expect(found.said).toContain('PROBLEM approved_playlists_count is wrong in 1 row of users.')
  expect(found.said).toContain('PROBLEM The search index differs from the playlists')
  expect(found.said).toContain('1 file that no row names')
  expect(found.said).toContain('A restore was cut off')
  expect(found.said).toContain('→ npm run doctor -- --repair (stop the site first)')

  const repaired = await doctor(folder, true)
  expect(repaired).toMatchObject({ code: 0, said: expect.stringContaining('Nothing is wrong.') })
  const again = await doctor(folder)
  expect(again.said).not.toMatch(/PROBLEM|no row names take|cut off and left/)
  expect(await readdir(join(folder, 'media', 'ab'))).toEqual([])
})

test.each(['640', '604', '660'])('a secret key that others can read is a problem (mode %s)', async (mode) => {
  const folder = await stoppedSite()
  const key = join(folder, 'secret-key')
  await chmod(key, Number.parseInt(mode, 8))
  const { code, said } = await doctor(folder)
  expect(code).toBe(1)
  expect(said).toContain(`PROBLEM ${key} can be read by other users than its owner`)
  expect(said).toContain(`→ chmod 600 ${key}`)
  await chmod(key, 0o600)
  expect(await doctor(folder)).toMatchObject({ code: 0 })
})

test('folders that every user can read are a note', async () => {
  const folder = await stoppedSite()
  for (const name of ['media', 'uploads']) {
    expect((await doctor(folder)).said).not.toContain('can be read by every user')
    await chmod(join(folder, name), 0o755)
    const { code, said } = await doctor(folder)
    expect([code, said]).toEqual([
      0,
      expect.stringContaining(`note    ${join(folder, name)} can be read by every user of this machine.`),
    ])
    await chmod(join(folder, name), 0o750)
  }
})

test('jobs that failed for good are named with their error, and a repair lets them run again', async () => {
  const folder = await stoppedSite()
  const db = openDatabase(folder)
  const dead = {
    kind: 'greeting',
    payload: '{}',
    run_at: new Date().toISOString(),
    state: 'dead',
    attempts: 8,
  } as const
  await db
    .insertInto('jobs')
    .values({ ...dead, id: 'a', last_error: 'No answer.' })
    .execute()
  await db.destroy()
  const { code, said } = await doctor(folder)
  expect(code).toBe(1)
  expect(said).toContain('PROBLEM 1 job of the kind greeting failed eight times: No answer.')
  const repaired = await doctor(folder, true)
  expect(repaired).toMatchObject({ code: 0, said: expect.stringContaining('1 job will run again.') })
  const after = openDatabase(folder)
  expect(await after.selectFrom('jobs').select(['state', 'attempts']).execute()).toEqual([
    { state: 'ready', attempts: 0 },
  ])
  await after.destroy()
})

test('a lost or damaged picture is reported with the rows that show it, also after a repair', async () => {
  const folder = await stoppedSite()
  const db = openDatabase(folder)
  const { image } = await db.selectFrom('playlists').select('image').executeTakeFirstOrThrow()
  const { photo } = await db.selectFrom('users').select('photo').executeTakeFirstOrThrow()
  await db.destroy()
  const place = (name: string, width: number) =>
    join(folder, 'media', name.slice(0, 2), `${name}-${width}.webp`)
  await rm(place(image, 640))
  await writeFile(place(photo, 96), 'spoilt')
  for (const repair of [false, true]) {
    const { code, said } = await doctor(folder, repair)
    expect(said).toMatch(/The picture \w+-640\.webp, which playlist \w{24} shows, is missing\./)
    expect(said).toMatch(/The picture \w+-96\.webp, which user \S+ shows, cannot be read as a picture\./)
    expect(code).toBe(1)
  }
})

test('rows that point at nothing are found', async () => {
  const folder = await stoppedSite()
  const db = openDatabase(folder)
  await db.schema.dropIndex('likes_of_user').execute()
  await db.executeQuery({
    ...db.selectNoFrom([]).compile(),
    sql: 'pragma foreign_keys = off',
    parameters: [],
  })
  await db
    .insertInto('likes')
    .values({ id: 'f'.repeat(24), user_id: 'f'.repeat(24), course_id: 'f'.repeat(24) })
    .execute()
  const captions = { id: 'f'.repeat(24), course_id: 'f'.repeat(24), language: 'en', label: 'English' }
  const text = { vtt: 'WEBVTT', cues_count: 1, created_at: new Date().toISOString() }
  await db
    .insertInto('captions')
    .values({ ...captions, ...text, origin: 'upload' })
    .execute()
  await db.destroy()
  const { code, said } = await doctor(folder)
  expect(said).toContain('1 row of captions point at courses that are gone.')
  expect(said).toContain('1 row of likes point at courses that are gone.')
  expect(code).toBe(1)
})

test('a damaged database is explained by the doctor and does not start', async () => {
  const folder = await stoppedSite()
  const file = await open(join(folder, 'lectern.db'), 'r+')
  const pageSize = 4096
  const { size } = await file.stat()
  for (let page = 1; page < Math.min(30, size / pageSize); page += 3) {
    await file.write(Buffer.alloc(pageSize, 0xa5), 0, pageSize, page * pageSize)
  }
  await file.close()
  const { code, said } = await doctor(folder)
  expect(said).toContain('PROBLEM The database is damaged:')
  expect(said).toContain('→ Bring back a backup: npm run restore -- <file> --force')
  expect(code).toBe(1)
  const started = await run('server/main.mjs', folder)
  expect(started.code).toBe(1)
  expect(started.said.trim().split('\n')).toHaveLength(1)
  expect(started.said).toMatch(
    /^Lectern did not start: The database in \S+ is damaged \(.+npm run doctor.+npm run restore/,
  )
})

test('a file that is no database does not start either', async () => {
  const folder = await stoppedSite()
  await writeFile(join(folder, 'lectern.db'), 'x'.repeat(10_000))
  const started = await run('server/main.mjs', folder)
  expect(started).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is damaged \(file is not a database\)/),
  })
  expect((await doctor(folder)).said).toContain('PROBLEM The database is damaged: file is not a database')
})

test.each(['missing', 'empty'])(
  'pictures beside a database that is %s: the site does not start, and nothing is deleted',
  async (state) => {
    const folder = await stoppedSite()
    const pictures = (await readdir(join(folder, 'media'), { recursive: true })).toSorted()
    for (const file of ['', '-wal', '-shm']) await rm(join(folder, `lectern.db${file}`), { force: true })
    if (state === 'empty') {
      const db = openDatabase(folder)
      await migrate(db)
      await db.destroy()
    }
    const started = await run('server/main.mjs', folder)
    expect(started.code).toBe(1)
    expect(started.said.trim().split('\n').at(-1)).toMatch(
      /^Lectern did not start: There are pictures in \S+ and nobody.+npm run restore.+npm run doctor/,
    )
    const longAgo = new Date(Date.now() - 2 * 3_600_000)
    for (const path of pictures.filter((file) => file.endsWith('.webp')))
      await utimes(join(folder, 'media', path), longAgo, longAgo)
    const { code, said } = await doctor(folder, state === 'empty')
    expect(code).toBe(1)
    expect(said).toContain(
      state === 'missing' ? 'There is no database in' : 'PROBLEM Nobody shows 2 of 2 pictures',
    )
    expect((await readdir(join(folder, 'media'), { recursive: true })).toSorted()).toEqual(pictures)
  },
)

test('--delete-pictures deletes the unused pictures', async () => {
  const folder = await stoppedSite()
  const db = openDatabase(folder)
  await db.deleteFrom('users').execute()
  await db.deleteFrom('images').execute()
  await db.destroy()
  const files = async () =>
    (await readdir(join(folder, 'media'), { recursive: true })).filter((file) => file.endsWith('.webp'))
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const path of await files()) await utimes(join(folder, 'media', path), longAgo, longAgo)
  const config = readConfig({ DATA_DIR: folder })
  const lines: string[] = []
  await examine({ config, repair: true, say: (line) => lines.push(line) })
  expect(lines.join('\n')).toContain('npm run doctor -- --repair --delete-pictures')
  expect(await files()).not.toEqual([])
  await examine({ config, repair: true, deletePictures: true, say: () => undefined })
  expect(await files()).toEqual([])
})

test('without a site there is nothing to repair', async () => {
  const { folder } = await openTestApp()
  const { code, said } = await doctor(folder)
  expect(said).toContain('There is no database in')
  expect(code).toBe(1)
  expect(await run('server/cli/doctor.ts', folder, '--mend')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Usage: npm run doctor'),
  })
})

test('passkeys of an address that the site left are reported', async () => {
  const { app, db, folder, user } = await openTestApp({ onDisk: true })
  await insertPasskey({ db }, await user('Ada'))
  await db.updateTable('passkeys').set({ rp_id: 'old.example.org' }).execute()
  await app.close()
  await db.destroy()
  const lines: string[] = []
  const config = readConfig({ DATA_DIR: folder, PUBLIC_URL: 'https://learn.example.org' })
  await examine({ config, repair: false, say: (line) => lines.push(line) })
  expect(lines.join('\n')).toContain('1 passkey for old.example.org cannot be used on learn.example.org.')
})

test.each([
  [{}, true],
  [{ PUBLIC_URL: 'https://learn.example.org' }, false],
])('other origins without PUBLIC_URL are a finding: %o', (address, isFound) => {
  const config = readConfig({ CORS_ORIGINS: 'https://school.example', ...address })
  const found = lookAtSettings(config).filter(({ says }) => says.includes('CORS_ORIGINS'))
  expect(found.map(({ level, advice }) => [level, advice])).toEqual(
    isFound ? [['note', 'Set PUBLIC_URL to the address of the site.']] : [],
  )
})
