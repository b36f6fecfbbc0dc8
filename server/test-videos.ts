import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { TUS_PATH } from '#contract/calls.ts'
import { CHUNK_BYTES, VIDEO_ID_HEADER } from '#contract/uploads.ts'
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

/** A clip of test pictures with a tone. */
export function clip({ size = '320x180', seconds = 3 }: Clip = {}): Buffer {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  return drawn([...picture, ...sound, ...codecs])
}

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
