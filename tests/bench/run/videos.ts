import { link, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProgram } from '#scripts/programs.ts'
import { findFfmpeg } from '#server/features/video/ffmpeg.ts'
import { measure } from '#server/features/video/measure.ts'
import { drawPoster, drawStoryboard } from '#server/features/video/pictures.ts'
import { probe } from '#server/features/video/probe.ts'
import { renditionsOf } from '#server/features/video/renditions.ts'
import { encode } from '#server/features/video/transcode.ts'
import { apiClient } from '#tests/e2e/api-client.ts'
import { drawClip } from '#tests/e2e/clips.ts'
import { openTestApp, type RunningApp } from '#tests/e2e/server.ts'
import { picture } from '#tests/faults/client.ts'
import { uploadFilm } from '#tests/upload-film.ts'
import type { Rounds } from './measure.ts'
import { medianOf } from './median.ts'
import { startNginx } from './peers.ts'
import type { Whole } from './report.ts'
import { drive } from './wrk.ts'

const CLIP = { name: 'clip.mp4', seconds: 60, size: '1280x720' } as const
const PREPARING_MAX = 1.5
const DELIVERING_MIN = 0.5
const SEGMENT = '720p/00003.m4s'
const CONNECTIONS = 16
const SECONDS = 1
const LOOK_EVERY_MS = 100

/** How long an uploaded film takes to be ready, and how fast its segments are sent, each against the program that does only that. */
export async function videoFigures({ ofRatios, ofOthers }: Rounds): Promise<Whole[]> {
  if (findProgram('ffmpeg') === undefined) {
    process.stderr.write('ffmpeg is not installed, so videos are not measured.\n')
    return []
  }
  const clip = drawClip(CLIP)
  const app = await openTestApp({ RATE_LIMIT_SCALE: '1000000' })
  try {
    const teacher = await registerTeacher(app)
    const ratios: number[] = []
    let videoId = ''
    for (let round = 0; round < ofOthers; round += 1) {
      const bare = await seconds(() => encodeBare(clip))
      const ours = await seconds(async () => {
        videoId = await uploadUntilReady(app, teacher, clip)
      })
      ratios.push(ours / bare)
      process.stderr.write(
        `    ${bare.toFixed(1)} s by bare ffmpeg, ${ours.toFixed(1)} s until it is ready\n`,
      )
    }
    const preparing = medianOf(ratios)
    return [
      {
        name: 'a film of a minute in 720p, from its upload until it is ready',
        figure: `${preparing.toFixed(2)} × bare ffmpeg`,
        bar: `≤ ${PREPARING_MAX}`,
        passed: preparing <= PREPARING_MAX,
      },
      ...(await deliveryOf(app, { token: teacher, videoId, rounds: ofRatios })),
    ]
  } finally {
    await app.stop()
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** The same runs of ffmpeg with the same output, at the same priority, and nothing around them. */
async function encodeBare(clip: string): Promise<void> {
  const tools = findFfmpeg({ PATH: process.env.PATH ?? '' })
  if (!tools) throw new Error('ffmpeg was not found.')
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-video-'))
  await link(clip, join(folder, 'in'))
  await mkdir(join(folder, 'out'))
  const { signal } = new AbortController()
  const probing = { tools, folder, signal }
  const film = await measure(probing, await probe(probing))
  const work = { ...probing, out: 'out', film }
  const renditions = film.picture ? renditionsOf(film.picture) : []
  await encode(work, renditions, () => undefined)
  const [smallest, largest] = [renditions[0], renditions.at(-1)]
  if (largest) await drawPoster(work, largest)
  if (smallest) await drawStoryboard(work, smallest)
  await rm(folder, { recursive: true })
}

/** Gives the token of a new teacher. */
async function registerTeacher({ url }: RunningApp): Promise<string> {
  const account = { email: 'teacher@example.org', password: 'a-long-winding-road' }
  const { password } = account
  const body = { ...account, confirmPassword: password, username: 'Marta', role: 'Teacher' } as const
  await apiClient(url)('auth.register', { body, image: await picture() })
  return (await apiClient(url)('auth.login', { body: account })).token
}

async function uploadUntilReady({ url }: RunningApp, token: string, path: string): Promise<string> {
  const videoId = await uploadFilm({ url, token, path })
  const call = apiClient(url, token)
  while ((await call('uploads.video', { params: { videoId } })).state !== 'ready') await delay(LOOK_EVERY_MS)
  return videoId
}

interface Delivered {
  token: string
  videoId: string
  rounds: number
}

/** The same segment from our server and from nginx, in turns. */
async function deliveryOf(app: RunningApp, { token, videoId, rounds }: Delivered): Promise<Whole[]> {
  const nginx = await startNginx(join(app.dataDir, 'videos'))
  if (!nginx) {
    process.stderr.write('nginx is not installed, so no segment is compared with it.\n')
    return []
  }
  try {
    const { master = '' } = await apiClient(app.url, token)('uploads.video', { params: { videoId } })
    const rates: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const ours = await rateOf(app.url, master.replace('master.m3u8', SEGMENT))
      rates.push(ours / (await rateOf(nginx.url, `/${videoId}/${SEGMENT}`)))
    }
    const rate = medianOf(rates)
    const { size } = await stat(join(app.dataDir, 'videos', videoId, SEGMENT))
    return [
      {
        name: `a segment of a video (${Math.round(size / 1024)} KiB)`,
        figure: `${rate.toFixed(2)} of nginx`,
        bar: `≥ ${DELIVERING_MIN}`,
        passed: rate >= DELIVERING_MIN,
      },
    ]
  } finally {
    await nginx.stop()
  }
}

async function rateOf(url: string, path: string): Promise<number> {
  const options = { requests: [{ path }], connections: CONNECTIONS, seconds: SECONDS, offset: 0 }
  const { rate, failed } = await drive(url, options)
  if (failed > 0) throw new Error(`${failed} requests of ${url}${path} failed.`)
  return rate
}
