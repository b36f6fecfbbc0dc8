/** `npm run size`: the size of the code beside its bars, and the server files that one like runs through. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { z } from 'zod'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openSiteDatabase } from '#server/data/database.ts'
import { migrate } from '#server/data/migrate.ts'
import { ensureFirstAdmin } from '#server/features/account/auth/first-admin.ts'
import { readSources } from './read-sources.ts'
import { root } from './steps.ts'

const CODE = /\.(ts|tsx|mjs)$/
const FILES_OF_A_LIKE = 20
/** What was written after the bars were set. */
const FEATURES =
  'people, groups, invitations, review rounds, the trash, drafts, corrections, mentions and figures are newer'
const SCREENS = 'the screens of these features are newer'
const ADMIN = { email: 'admin@example.org', password: 'a very long sentence to log in with' }

const isTest = (path: string) => /(^|\/)test-|\.test\./.test(path)

function linesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + readFileSync(join(root, path), 'utf8').split('\n').length - 1, 0)
}

/** Starts the app from source on an empty database; the response cache is on, as in production. */
async function startApp(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  const config = readConfig({ DATA_DIR: folder, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
  const db = openSiteDatabase(config)
  await migrate(db)
  const { app, context } = await buildApp({ config, db, logger: false })
  await ensureFirstAdmin({ ...context, config, log: app.log, warn: () => undefined })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, close: () => app.close().then(() => db.destroy()) }
}

interface Input {
  token?: string
  fields: Record<string, string | boolean>
  /** The name of the field that carries the image. */
  image?: string
}

const Reply = z.object({
  token: z.string().optional(),
  data: z.object({ _id: z.string() }).optional(),
})

async function pixel(): Promise<Blob> {
  const image = sharp({ create: { width: 64, height: 36, channels: 3, background: '#335577' } })
  return new Blob([Uint8Array.from(await image.png().toBuffer())], { type: 'image/png' })
}

async function post(url: string, { token, fields, image }: Input): Promise<z.infer<typeof Reply>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if (image !== undefined) form.append(image, await pixel(), 'pixel.png')
  const response = await fetch(url, {
    method: 'POST',
    body: image === undefined ? JSON.stringify(fields) : form,
    headers: {
      ...(image === undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return Reply.parse(await response.json())
}

/** Publishes a course and gives a function that likes or unlikes it. */
async function publishCourse(url: string): Promise<(liked: boolean) => Promise<unknown>> {
  const { token: admin } = await post(`${url}/api/auth/login`, { fields: ADMIN })
  const [email, password] = ['teacher@example.org', 'correct horse battery']
  await post(`${url}/api/auth/register`, {
    fields: { email, password, confirmPassword: password, username: 'Teacher', role: 'Teacher' },
    image: 'profilePhoto',
  })
  const { token } = await post(`${url}/api/auth/login`, { fields: { email, password } })
  const playlist = await post(`${url}/api/playlists`, {
    token,
    fields: { title: 'Learn HTML', description: 'All of it.', category: 'development' },
    image: 'mainPlaylistImage',
  })
  const course = await post(`${url}/api/courses/${playlist.data?._id}`, {
    token,
    fields: { videoTitle: 'First steps', videoLink: 'dQw4w9WgXcQ', description: 'Begin.' },
    image: 'tutorialImage',
  })
  await post(`${url}/api/playlists/approve-playlist/${playlist.data?._id}`, {
    token: admin,
    fields: { isPlaylistApproved: 'approved' },
  })
  await post(`${url}/api/courses/approve-course/${course.data?._id}`, {
    token: admin,
    fields: { isCourseApproved: 'approved' },
  })
  return (liked) => post(`${url}/api/courses/${course.data?._id}/like`, { token, fields: { liked } })
}

/** The server and contract files in which a function runs during `action`. */
async function filesRunBy(action: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await action()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .filter((path) => /^(server|contract)\//.test(path))
    .sort()
}

async function filesOfALike(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-size-'))
  try {
    const app = await startApp(folder)
    try {
      const like = await publishCourse(app.url)
      // A warm server: what runs once per process is no part of a like.
      await like(true)
      await like(false)
      const runs: string[][] = []
      for (let n = 0; n < 5; n += 1) {
        runs.push(await filesRunBy(() => like(true)))
        await like(false)
      }
      // A timer may fire beside one like, but not beside each.
      return (runs[0] ?? []).filter((path) => runs.every((run) => run.includes(path)))
    } finally {
      await app.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Size {
  what: string
  value: number
  atMost: number
  /** Why it may be over its bar. */
  because: string
}

function sizesOfCode(): Size[] {
  const { paths } = readSources(root)
  const code = paths.filter((path) => CODE.test(path) && !isTest(path))
  const features = code.filter((path) => path.startsWith('server/features/'))
  const serving = code.filter((path) => /^server\/(?!features\/|cli\/|demo\/|data\/migrations\/)/.test(path))
  const web = code.filter((path) => path.startsWith('web/'))
  const styles = paths.filter((path) => /^web\/.*\.css$/.test(path))
  return [
    { what: 'features of the server, lines', value: linesOf(features), atMost: 23_000, because: FEATURES },
    { what: 'features of the server, files', value: features.length, atMost: 235, because: FEATURES },
    {
      what: 'serving infrastructure, lines',
      value: linesOf(serving),
      atMost: 8000,
      because: 'jobs, settings, query parts of both engines and the second step of admins are newer',
    },
    { what: 'web, lines', value: linesOf(web), atMost: 32_800, because: SCREENS },
    { what: 'web, files', value: web.length, atMost: 430, because: SCREENS },
    { what: 'web, lines of CSS', value: linesOf(styles), atMost: 11_300, because: SCREENS },
    {
      what: 'docs, words',
      value: wordsOfDocs(),
      atMost: 30_000,
      because: 'each of these features has its decision and its part for operators',
    },
  ]
}

function wordsOfDocs(): number {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, 'docs', name))
  return [join(root, 'README.md'), ...pages].reduce(
    (sum, page) => sum + readFileSync(page, 'utf8').split(/\s+/).length,
    0,
  )
}

const files = await filesOfALike()
const sizes = [
  ...sizesOfCode(),
  {
    what: 'files that one like runs through',
    value: files.length,
    atMost: FILES_OF_A_LIKE,
    because: 'settings, the second step of admins, overload and metrics stand before each write',
  },
]
for (const { what, value, atMost, because } of sizes) {
  const mark = value > atMost ? 'over' : 'fits'
  console.log(`${mark}  ${what.padEnd(34)} ${String(value).padStart(7)}  at most ${atMost}`)
  if (value > atMost) console.log(`      ${because}`)
}
console.log('\nOne like runs through:')
for (const path of files) console.log(`  ${path}`)
