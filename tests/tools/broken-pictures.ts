import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { z } from 'zod'
import { apiClient } from '#tests/e2e/api-client.ts'
import { openTestApp, type RunningApp } from '#tests/e2e/server.ts'
import { type Sample, sampleOf } from '#tests/soak/samples.ts'
import { type Attack, runProgram } from './tool.ts'

/** How many broken versions of each picture; every second one keeps its first bytes, by which its type is told. */
const VERSIONS = Number(process.env.ZZUF_VERSIONS ?? 200)
const MUTATE_LIMIT_MS = 10_000
const RATIOS = ['0.00005', '0.0005', '0.004', '0.03']
const WARM_UP = 0.5
const MEMORY_MAY_GROW_MIB = 32
const SETTLE_MS = 3000

/** The four formats in the ways that cameras, drawing programs and the web write them. */
async function corpus(): Promise<{ name: string; bytes: Buffer }[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const plain = () =>
    sharp({ create: { width: 320, height: 200, channels: 3, background: '#28639a', noise } })
  const clear = () => plain().ensureAlpha(0.5)
  const frame = (background: string) =>
    sharp({ create: { width: 64, height: 48, channels: 4, background } })
      .png()
      .toBuffer()
  const stills = await Promise.all(['#111', '#a44', '#4a4'].map(frame))
  const frames = () => sharp(stills, { join: { animated: true } })
  const made = {
    'baseline.jpeg': plain().jpeg(),
    'progressive.jpeg': plain().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
    'grey.jpeg': plain().greyscale().jpeg(),
    'exif.jpeg': plain()
      .withExif({ IFD0: { Artist: 'Nobody' } })
      .jpeg(),
    'true-colour.png': plain().png(),
    'interlaced.png': clear().png({ progressive: true }),
    'palette.png': plain().png({ palette: true, colours: 32 }),
    'sixteen-bits.png': plain().toColourspace('rgb16').png(),
    'lossy.webp': plain().webp(),
    'lossless.webp': clear().webp({ lossless: true }),
    'animated.webp': frames().webp(),
    'still.gif': plain().gif(),
    'animated.gif': frames().gif(),
  }
  return Promise.all(
    Object.entries(made).map(async ([name, image]) => ({ name, bytes: await image.toBuffer() })),
  )
}

async function mutated(bytes: Buffer, version: number): Promise<Buffer> {
  const ratio = RATIOS[version % RATIOS.length] ?? ''
  const range = version % 2 === 0 ? ['-b', '16-'] : []
  const command = ['zzuf', '-s', String(version), '-r', ratio, ...range] as const
  const { bytes: broken } = await runProgram([...command], { input: bytes, limit: MUTATE_LIMIT_MS })
  return broken
}

interface Uploader {
  url: string
  userId: string
  token: string
}

const Answer = z.looseObject({ message: z.string().optional() })

async function upload({ url, userId, token }: Uploader, bytes: Buffer) {
  const form = new FormData()
  form.append('profilePhoto', new Blob([Uint8Array.from(bytes)]), 'photo.png')
  const response = await fetch(`${url}/api/users/profile/${userId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return { status: response.status, ...Answer.parse(await response.json()) }
}

async function joinAs(app: RunningApp, image: Buffer): Promise<Uploader> {
  const account = { email: 'uploader@example.org', password: 'a-long-winding-road' }
  const call = apiClient(app.url)
  const body = {
    ...account,
    confirmPassword: account.password,
    username: 'Uploader',
    role: 'Student' as const,
  }
  await call('auth.register', { body, image: new Blob([Uint8Array.from(image)]) })
  const { _id: userId, token } = await call('auth.login', { body: account })
  return { url: app.url, userId, token }
}

interface Counts {
  answers: Map<string, number>
  slowest: number
  samples: Sample[]
}

async function shower(app: RunningApp, say: (line: string) => void): Promise<Counts> {
  const originals = await corpus()
  const uploader = await joinAs(app, originals[0]?.bytes ?? Buffer.alloc(0))
  const counts: Counts = { answers: new Map(), slowest: 0, samples: [] }
  for (const { name, bytes } of originals) {
    const { status, message } = await upload(uploader, bytes)
    if (status !== 200) throw new Error(`${name} is whole and was rejected: ${message}`)
  }
  for (let version = 1; version <= VERSIONS; version += 1) {
    for (const { bytes } of originals) {
      const broken = await mutated(bytes, version)
      const began = performance.now()
      const { status, message = '' } = await upload(uploader, broken)
      counts.slowest = Math.max(counts.slowest, performance.now() - began)
      const answer = status === 200 ? '200' : `${status} ${message}`
      counts.answers.set(answer, (counts.answers.get(answer) ?? 0) + 1)
    }
    counts.samples.push(sampleOf(app.pid, version))
    if (version % 20 === 0)
      say(`${version * originals.length} sent, ${counts.samples.at(-1)?.memory.toFixed(0)} MiB`)
  }
  await delay(SETTLE_MS)
  counts.samples.push(sampleOf(app.pid, VERSIONS + 1))
  return counts
}

const ALLOWED = /^(200|400 Image (must be a|could not be|has too many) .*)$/

export const brokenPictures: Attack = {
  id: 'zzuf',
  title: 'pictures with flipped bits, uploaded',
  program: 'zzuf',
  async run(_folder, say) {
    const app = await openTestApp({ RATE_LIMIT_SCALE: '100000' })
    try {
      const { answers, slowest, samples } = await shower(app, say)
      const warm = samples[Math.floor(samples.length * WARM_UP)]?.memory ?? Number.NaN
      const most = Math.max(
        ...samples.slice(Math.floor(samples.length * WARM_UP)).map(({ memory }) => memory),
      )
      const alive = (await fetch(`${app.url}/readyz`)).status === 200
      const sent = [...answers.values()].reduce((sum, count) => sum + count, 0)
      const sorted = [...answers].toSorted(([a], [b]) => (a < b ? -1 : 1))
      return {
        held: alive && sorted.every(([answer]) => ALLOWED.test(answer)) && most - warm < MEMORY_MAY_GROW_MIB,
        figures: `${sent} broken pictures: ${sorted.map(([answer, count]) => `${count} × ${answer}`).join(', ')}; slowest ${slowest.toFixed(0)} ms; memory ${warm.toFixed(0)} MiB after half of them, at most ${most.toFixed(0)} after that; ready afterwards`,
      }
    } finally {
      await app.stop()
    }
  },
}
