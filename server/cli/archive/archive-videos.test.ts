import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { examine } from '#server/cli/doctor.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, openDatabaseToRead } from '#server/data/database.ts'
import { openPictures, picturesIn } from '#server/features/media/picture-files.ts'
import { openTestApp } from '#server/test-app.ts'
import { privateS3 } from '#server/test-s3.ts'
import { clip, upload, WITH_FFMPEG } from '#server/test-videos.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { siteVideos, stagedVideos } from './videos.ts'

const silent = () => undefined
const sha256 = (bytes: Buffer | undefined) => bytes && createHash('sha256').update(bytes).digest('hex')

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-archive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A site with a prepared video and one that waits, in the state of a backup during the preparation. */
async function openFilms() {
  const testApp = await openTestApp({ onDisk: true, environment: WITH_FFMPEG })
  const teacher = await testApp.user('Marta', 'Teacher')
  const origin = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const ready = await upload(origin, teacher, clip({ seconds: 2 }))
  await testApp.context.jobs.runDue()
  const film = clip({ seconds: 1 })
  const waiting = await upload(origin, teacher, film)
  await testApp.db
    .updateTable('videos')
    .set({ state: 'working', progress: 40 })
    .where('id', '=', waiting)
    .execute()
  return { testApp, ready, waiting, film }
}

async function archived(folder: string) {
  const file = join(await emptyFolder(), 'site.tar')
  const db = openDatabaseToRead(folder)
  const files = picturesIn(folder)
  const manifest = await makeBackup({ db, files, videos: stagedVideos(folder), file, progress: silent })
  await db.destroy()
  return { file, manifest }
}

async function restored(folder: string) {
  const { file, manifest } = await archived(folder)
  const target = await emptyFolder()
  await restoreBackup({ file, folder: target, force: false, progress: silent })
  return { manifest, target }
}

async function findingsOf(folder: string, environment: Record<string, string> = {}): Promise<string> {
  const lines: string[] = []
  const config = readConfig({ DATA_DIR: folder, ...WITH_FFMPEG, ...environment })
  await examine({ config, repair: false, say: (line) => lines.push(line) })
  return lines.join('\n')
}

test('a backup during the preparation restores prepared videos and originals whole', async () => {
  const { testApp, ready, waiting, film } = await openFilms()
  const { manifest, target } = await restored(testApp.folder)
  // The photos of test users are rows without files.
  expect(manifest.missing.filter((path) => path.includes('/'))).toEqual([])
  const [from, into] = [stagedVideos(testApp.folder).files, stagedVideos(target).files]
  const paths = (await Array.fromAsync(from.list(ready))).flat().map(({ name }) => name)
  expect(paths.length).toBeGreaterThan(4)
  for (const path of paths) expect(sha256(await into.read(path)), path).toBe(sha256(await from.read(path)))
  expect(sha256(await readFile(join(target, 'uploads', waiting)))).toBe(sha256(film))
  // The job goes on with the original.
  const db = openDatabase(target)
  const job = await db
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', 'uploads.prepare')
    .executeTakeFirst()
  await db.destroy()
  expect(job?.payload).toContain(waiting)
  expect(await findingsOf(target)).toContain('2 uploaded videos, and every file is there.')
})

test('videos are restored into a bucket, and the doctor looks for them there', async () => {
  const { testApp, ready, waiting, film } = await openFilms()
  const { file } = await archived(testApp.folder)
  const folder = await emptyFolder()
  const { environment } = await privateS3()
  const config = readConfig({ DATA_DIR: folder, ...environment })
  const [pictures, videos] = [openPictures(config), siteVideos(config)]
  await restoreBackup({ file, folder, force: false, progress: silent, pictures, videos })
  const from = stagedVideos(testApp.folder).files
  const paths = (await Array.fromAsync(from.list(ready))).flat().map(({ name }) => name)
  for (const path of paths)
    expect(sha256(await videos.files.read(path)), path).toBe(sha256(await from.read(path)))
  expect(sha256(await readFile(join(folder, 'uploads', waiting)))).toBe(sha256(film))
  expect(await findingsOf(folder, environment)).toContain('2 uploaded videos, and every file is there.')
  await videos.files.removeFolder(ready)
  expect(await findingsOf(folder, environment)).toContain(`The file videos/${ready}/master.m3u8 is missing.`)
})

test('the doctor misses an original only on the node that received it', async () => {
  const { testApp, waiting } = await openFilms()
  await rm(join(testApp.folder, 'uploads', waiting))
  expect(await findingsOf(testApp.folder)).toContain(`The file uploads/${waiting}-000001 is missing.`)
  const elsewhere = await findingsOf(testApp.folder, { UPLOAD_NODE: 'b' })
  expect(elsewhere).toContain('1 uploaded video, and every file is there.')
})

test('the doctor names the missing file of a video, and says when there is no ffmpeg', async () => {
  const { testApp, ready } = await openFilms()
  await rm(join(testApp.folder, 'videos', ready, '180p'), { recursive: true })
  expect(await findingsOf(testApp.folder)).toContain(`The file videos/${ready}/master.m3u8 is missing.`)
  expect(await findingsOf(testApp.folder, { PATH: '/nowhere' })).toContain(
    'ffmpeg was not found. Own uploads are switched off.',
  )
  const speech = (TRANSCRIBE_COMMAND: string) => findingsOf(testApp.folder, { TRANSCRIBE_COMMAND })
  expect(await speech('/nowhere/whisper --fast')).toContain(
    'TRANSCRIBE_COMMAND names /nowhere/whisper, which is not a program that can be run here.',
  )
  expect(await speech('cat -n')).toContain('Captions of uploaded videos are written by cat.')
  expect(await findingsOf(testApp.folder, { TRANSCRIBE_COMMAND: '/bin/cat', PATH: '/nowhere' })).toContain(
    'TRANSCRIBE_COMMAND has no effect without ffmpeg',
  )
})
