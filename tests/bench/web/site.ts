import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import type { SessionUser } from '#contract/account/session-user.ts'
import { apiClient } from '#tests/e2e/api-client.ts'
import { multiply } from '#tests/e2e/copy-rows.ts'
import { addManyVideos } from '#tests/e2e/many-videos.ts'
import { openTestApp, type RunningApp } from '#tests/e2e/server.ts'
import type { SiteFacts } from '../seed/facts.ts'

/** More cards and comments than a list is scrolled through. */
const MANY = 1000

/** The built product on a copy of the seeded small site, with that many more playlists and comments of one course. */
export interface CrowdedSite {
  url: string
  facts: SiteFacts
  student: SessionUser
  admin: SessionUser
  /** The teacher of a playlist of 300 drafts. */
  teacher: SessionUser
  longPlaylistId: string
  stop: () => Promise<void>
}

const SEED = '.cache/bench/small'

function crowd(dataDir: string, { playlistIds, loud }: SiteFacts): void {
  multiply({ dataDir }, ({ copy }) => {
    copy({ table: 'playlists', of: ['id', playlistIds[0] ?? ''], count: MANY })
    copy({ table: 'comments', of: ['course_id', loud.courseId], count: MANY })
  })
}

async function logIn({ url }: RunningApp, email: string, password: string): Promise<SessionUser> {
  const reply = await apiClient(url)('auth.login', { body: { email, password } })
  const { success: _success, message: _message, ...user } = reply
  return user
}

/** A new teacher with a playlist of 300 drafts. */
async function openLongPlaylist(app: RunningApp) {
  const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#3f6f8f' } })
    .jpeg()
    .toBuffer()
  const image = new Blob([Uint8Array.from(picture)], { type: 'image/jpeg' })
  const password = 'long-road-to-many'
  const email = 'many@bench.example'
  const names = {
    username: 'Many Videos',
    email,
    password,
    confirmPassword: password,
    role: 'Teacher' as const,
  }
  await apiClient(app.url)('auth.register', { body: names, image })
  const teacher = await logIn(app, email, password)
  const call = apiClient(app.url, teacher.token)
  const [category] = (await call('categories.list', {})).categories
  const body = { title: 'Many videos', description: 'Three hundred.', category: category?.title ?? '' }
  const { data } = await call('playlists.create', { body, image })
  await addManyVideos({ call }, data._id)
  return { teacher, longPlaylistId: data._id }
}

export async function openCrowdedSite(): Promise<CrowdedSite> {
  if (!existsSync(`${SEED}/bench.json`)) throw new Error('First: npm run bench:seed -- --scale small')
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-web-'))
  await cp(resolve(SEED), dataDir, { recursive: true })
  const facts: SiteFacts = JSON.parse(await readFile(join(dataDir, 'bench.json'), 'utf8'))
  crowd(dataDir, facts)
  const app = await openTestApp({ DATA_DIR: dataDir, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
  const stop = async () => {
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const { emails, admin, password } = facts.people
    return {
      url: app.url,
      facts,
      student: await logIn(app, emails[0] ?? '', password),
      admin: await logIn(app, admin, password),
      ...(await openLongPlaylist(app)),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
