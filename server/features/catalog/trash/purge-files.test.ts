import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweepUploads } from '#server/features/video/sweep.ts'
import { videosIn } from '#server/features/video/video-files.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { clip, sendPart, tus, type UploadingSite, uploadingSite } from '#server/test-videos.ts'
import { purgeOverdue } from './purge.ts'

const DAY = 86_400_000

/** Uploads a clip into the playlist and prepares it. */
async function addClip(site: UploadingSite, playlistId: string, seconds: number): Promise<void> {
  const file = clip({ seconds })
  const metadata = `playlistId ${Buffer.from(playlistId).toString('base64')}`
  const headers = { 'upload-length': String(file.length), 'upload-metadata': metadata }
  const begun = await tus(site.origin, site.teacher, { method: 'POST', headers })
  const { status } = await sendPart(site, begun.headers.get('location') ?? '', { offset: 0, bytes: file })
  expect(status).toBe(204)
  await site.testApp.context.jobs.runDue()
}

const filesIn = async ({ testApp: { folder } }: UploadingSite, name: string) =>
  existsSync(join(folder, name)) ? (await readdir(join(folder, name))).filter((each) => each !== 'work') : []

function sweep({ testApp: { db, folder } }: UploadingSite, days: number) {
  const files = videosIn(folder)
  const here = { db, files, folder: join(folder, 'uploads'), node: '', keepsOriginals: false }
  return sweepUploads({ ...here, onFailed: async () => {} }, Date.now() + days * DAY)
}

const spaceOf = async ({ teacher }: UploadingSite) =>
  (await teacher.request('GET', '/api/users/me/uploads')).json().usedBytes

test('the trash counts towards the quota, and after 30 days neither a row nor a file is left', async () => {
  const site = await uploadingSite()
  const { testApp, teacher } = site
  const { db, images } = testApp
  const kept = await insertPlaylist(testApp, { teacher, title: 'Kept' })
  await addClip(site, kept, 1)
  const ofKept = await spaceOf(site)
  const playlistId = await insertPlaylist(testApp, { teacher, title: 'Gone' })
  await addClip(site, playlistId, 2)
  const used = await spaceOf(site)
  await teacher.request('DELETE', `/api/playlists/${playlistId}/${teacher.id}`)
  const trash = async () => (await teacher.request('GET', '/api/teaching/trash')).json()
  expect([(await trash()).bytes, await spaceOf(site)]).toEqual([used - ofKept, used])
  await sweep(site, 29)
  await purgeOverdue({ db, images }, Date.now() + 29 * DAY)
  expect(await filesIn(site, 'videos')).toHaveLength(2)
  await purgeOverdue({ db, images }, Date.now() + 31 * DAY)
  await sweep(site, 32)
  expect(await filesIn(site, 'videos')).toHaveLength(1)
  expect([(await trash()).bytes, await spaceOf(site)]).toEqual([0, ofKept])
  for (const table of ['playlists', 'courses', 'videos'] as const)
    expect(await db.selectFrom(table).select('id').execute()).toHaveLength(1)
  for (const table of ['trash', 'uploads'] as const)
    expect(await db.selectFrom(table).select('id').execute()).toEqual([])
  const named = new Set(
    (
      await db
        .selectFrom('courses')
        .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
        .innerJoin('users', 'users.id', 'playlists.teacher_id')
        .select(['courses.image', 'playlists.image as cover', 'users.photo'])
        .execute()
    ).flatMap(Object.values),
  )
  const pictures = await db.selectFrom('images').select(['name', 'owner_id']).execute()
  expect(pictures.filter(({ name, owner_id }) => owner_id === teacher.id && !named.has(name))).toEqual([])
})
