import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findSecretKey } from '#server/auth/secret-key.ts'
import { examine } from '#server/cli/doctor.ts'
import { readConfig } from '#server/config.ts'
import { openDatabaseToRead } from '#server/data/database.ts'
import { openPictures } from '#server/features/media/picture-files.ts'
import { openTestApp, picture, Upload } from '#server/test-app.ts'
import { privateS3 } from '#server/test-s3.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const silent = () => undefined

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An empty bucket and the environment of a site that uses it. */
async function emptyBucket(folder: string) {
  const { environment } = await privateS3()
  const config = readConfig({ ...environment, DATA_DIR: folder, PUBLIC_URL: 'https://lectern.example' })
  const files = openPictures(config)
  const names = async () => (await Array.fromAsync(files.list())).flat().map(({ name }) => name)
  return { environment, config, files, names }
}

async function say(config: Parameters<typeof examine>[0]['config']) {
  const said: string[] = []
  const well = await examine({ config, repair: false, say: (line) => said.push(line) })
  return { well, said: said.join('\n') }
}

test('a site with a bucket is restored into another bucket and passes the doctor, which names a lost picture', async () => {
  const old = await emptyBucket(await emptyFolder())
  const testApp = await openTestApp({ onDisk: true, environment: old.environment })
  await testApp.category()
  const ada = await testApp.user('Ada', 'Teacher')
  const photo = { field: 'profilePhoto', bytes: await picture('#123456') }
  expect((await ada.request('PUT', `/api/users/profile/${ada.id}`, new Upload({}, photo))).statusCode).toBe(
    200,
  )
  await testApp.db.deleteFrom('images').where('bytes', '=', 1).execute()
  const fields = { title: 'Watercolour', description: 'All of it.', category: 'development' }
  const cover = { field: 'mainPlaylistImage', bytes: await picture('red') }
  expect((await ada.request('POST', '/api/playlists', new Upload(fields, cover))).statusCode).toBe(201)
  const kept = (await old.names()).toSorted()
  expect(kept.length).toBeGreaterThan(2)

  const file = join(await emptyFolder(), 'site.tar.gz')
  const db = openDatabaseToRead(testApp.folder)
  onTestFinished(() => db.destroy())
  const secretKey = await findSecretKey({ DATA_DIR: testApp.folder })
  const manifest = await makeBackup({ db, files: old.files, file, progress: silent, secretKey })
  expect([manifest.pictures.files, manifest.missing]).toEqual([kept.length, []])

  const folder = await emptyFolder()
  const young = await emptyBucket(folder)
  await restoreBackup({ file, folder, force: false, progress: silent, pictures: young.files })
  expect((await young.names()).toSorted()).toEqual(kept)
  const left = await readdir(folder, { recursive: true })
  expect(left.filter((path) => path.endsWith('.webp'))).toEqual([])
  const first = await say(young.config)
  expect(first.said).toContain('Every picture that is named is there and can be read.')
  expect(first.well, first.said).toBe(true)

  const [lost = ''] = kept
  await young.files.remove([lost])
  const second = await say(young.config)
  expect(second.well).toBe(false)
  expect(second.said).toContain(`The picture ${lost}`)
})
