import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { TUS_PATH } from '#contract/calls.ts'
import { CHUNK_BYTES, VIDEO_ID_HEADER } from '#contract/video/uploads.ts'
import { newId } from './data/ids.ts'
import { openTestApp, type TestApp, type TestUser } from './test-app.ts'

/** Runs ffmpeg and gives the file that it wrote. */
export function drawn(args: string[], name = 'clip.mp4'): Buffer {
  const path = join(mkdtempSync(join(tmpdir(), 'lectern-clip-')), name)
  execFileSync('ffmpeg', ['-v', 'error', ...args, path])
  return readFileSync(path)
}

interface Clip {
  size?: string
  seconds?: number
}

/** The clips that this process has drawn. */
const clips = new Map<string, Buffer>()

/** A clip of test pictures with a tone. */
export function clip({ size = '320x180', seconds = 3 }: Clip = {}): Buffer {
  const kind = `${size} ${seconds}`
  const bytes = clips.get(kind) ?? drawClip(size, seconds)
  clips.set(kind, bytes)
  return bytes
}

function drawClip(size: string, seconds: number): Buffer {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  return drawn([...picture, ...sound, ...codecs])
}

/** So many bytes that begin like sound and are none. */
export const brokenFilm = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('OggS'), randomBytes(Math.max(0, bytes - 4))])

export interface UploadingSite {
  testApp: TestApp
  teacher: TestUser
  origin: string
}

/** Where systems keep ffmpeg. */
export const WITH_FFMPEG = { PATH: '/usr/local/bin:/usr/bin:/bin' }

/** A listening site with ffmpeg and a teacher. */
export async function uploadingSite(environment: Record<string, string> = {}): Promise<UploadingSite> {
  const testApp = await openTestApp({ environment: { ...WITH_FFMPEG, ...environment } })
  const teacher = await testApp.user('Marta', 'Teacher')
  const origin = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  return { testApp, teacher, origin }
}

/** Uploads a file with the client that the browser uses; gives the id of its video. */
export function upload(origin: string, { token }: TestUser, file: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let videoId = ''
  new Upload(file, {
    endpoint: `${origin}/api/uploads`,
    chunkSize: CHUNK_BYTES,
    retryDelays: null,
    headers: { authorization: `Bearer ${token}` },
    metadata: { filename: 'clip.mp4' },
    onAfterResponse: (_request, response) => {
      videoId = response.getHeader(VIDEO_ID_HEADER) ?? videoId
    },
    onSuccess: () => resolve(videoId),
    onError: reject,
  }).start()
  return promise
}

/** Puts a file among the uploads as a version received it that did not look at its beginning; gives the id of its video. */
export async function receiveUnseen(site: UploadingSite, file: Buffer): Promise<string> {
  const path = await beginUpload(site, file.length)
  writeFileSync(uploadedFile(site, path), file)
  const { headers } = await tus(site.origin, site.teacher, { path, method: 'HEAD' })
  return headers.get(VIDEO_ID_HEADER) ?? ''
}

interface TusRequest extends RequestInit {
  /** The address of an upload; without one, the endpoint. */
  path?: string
  duplex?: 'half'
}

/** One request of the tus protocol. */
export function tus(
  origin: string,
  { token }: TestUser,
  { path = TUS_PATH, headers, ...init }: TusRequest,
): Promise<Response> {
  const authorization = token === '' ? {} : { authorization: `Bearer ${token}` }
  return fetch(origin + path, {
    ...init,
    headers: { 'tus-resumable': '1.0.0', ...authorization, ...headers },
  })
}

/** Announces a file of so many bytes. */
export function announceUpload({ origin }: UploadingSite, user: TestUser, bytes: number): Promise<Response> {
  const metadata = { 'upload-metadata': 'filename YS5tcDQ=' }
  return tus(origin, user, { method: 'POST', headers: { 'upload-length': String(bytes), ...metadata } })
}

/** The address of a new upload of the site's teacher. */
export async function beginUpload(site: UploadingSite, bytes: number): Promise<string> {
  const answer = await announceUpload(site, site.teacher, bytes)
  if (answer.status !== 201) throw new Error(`The upload was refused with ${answer.status}.`)
  return answer.headers.get('location') ?? ''
}

/** The headers of a part of an upload. */
export const partHeaders = (offset: number) => ({
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

export function sendPart(
  { origin, teacher }: UploadingSite,
  path: string,
  { offset, bytes }: { offset: number; bytes: Buffer },
): Promise<Response> {
  return tus(origin, teacher, {
    path,
    method: 'PATCH',
    headers: partHeaders(offset),
    body: new Uint8Array(bytes),
  })
}

export async function offsetOf({ origin, teacher }: UploadingSite, path: string): Promise<number> {
  return Number((await tus(origin, teacher, { path, method: 'HEAD' })).headers.get('upload-offset'))
}

/** What the owner of a video reads of it. */
export const stateOf = async ({ teacher }: UploadingSite, id: string) =>
  (await teacher.request('GET', `/api/videos/${id}`)).json()

/** Runs all jobs, also those that wait for their next try. */
export async function tryNow({ testApp }: UploadingSite): Promise<void> {
  await testApp.db
    .updateTable('jobs')
    .set({ run_at: new Date(0).toISOString() })
    .execute()
  await testApp.context.jobs.runDue()
}

/** The file of the upload with this address. */
export function uploadedFile({ testApp }: UploadingSite, path: string): string {
  return join(testApp.folder, 'uploads', path.slice(path.lastIndexOf('/') + 1))
}

/** A prepared video without files, which a course shows; gives its id. */
export async function insertReadyVideo(
  { db }: TestApp,
  { teacher, courseId, storyboard }: { teacher: TestUser; courseId: string; storyboard: object },
): Promise<string> {
  const id = newId()
  const row = { id, owner_id: teacher.id, bytes: 1, created_at: new Date().toISOString() }
  await db
    .insertInto('videos')
    .values({
      ...row,
      state: 'ready',
      fault: null,
      duration_s: 600,
      width: 640,
      height: 360,
      storyboard: JSON.stringify(storyboard),
      checksum: null,
      cover: null,
    })
    .execute()
  await db
    .updateTable('courses')
    .set({ source: 'upload', source_key: id, video_id: '', duration_s: 600 })
    .where('id', '=', courseId)
    .execute()
  return id
}
