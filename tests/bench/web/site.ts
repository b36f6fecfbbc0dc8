import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { SessionUser } from '#contract/account/session-user.ts'
import { apiClient } from '#tests/e2e/api-client.ts'
import { multiply } from '#tests/e2e/copy-rows.ts'
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
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
