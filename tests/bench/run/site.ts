import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '#contract/api.ts'
import { apiClient } from '#tests/e2e/api-client.ts'
import { openTestApp, type RunningApp } from '#tests/e2e/server.ts'
import type { SiteFacts } from '../seed/facts.ts'
import { processorOf } from './processor.ts'

/** The built product on seeded data, with people logged in. */
export interface Site {
  app: RunningApp
  facts: SiteFacts
  tokens: string[]
  /** Whose tokens these are. */
  personIds: string[]
  /** The token of somebody in one group, on a site with groups. */
  pupil: string
  admin: string
}

const WRITERS = 32
const LOOK_EVERY_MS = 1000
const IDLE_SHARE = 0.05

/** Until the work of a start is over: a large database is read through beside the site, for a minute or more. */
async function settled(pid: number): Promise<void> {
  for (let share = 1; share > IDLE_SHARE; ) {
    const before = processorOf(pid)
    await delay(LOOK_EVERY_MS)
    share = (processorOf(pid) - before) / LOOK_EVERY_MS
  }
}

/** Where the data of a scale is; its rows are in PostgreSQL when `BENCH_<SCALE>_URL` says so. */
export function environmentOf(scale: string): Record<string, string> {
  const url = process.env[`BENCH_${scale.toUpperCase()}_URL`]
  return {
    DATA_DIR: resolve('.cache/bench', scale),
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
    RATE_LIMIT_SCALE: '1000000',
    ...(url !== undefined && { DATABASE_URL: url }),
  }
}

/** A save is answered with all that its person saved, so writers begin with nothing: on either site, and in every run. */
async function saveNothing(call: Call, playlistIds: readonly string[]): Promise<void> {
  for (const playlistId of playlistIds) await call('saves.unsave', { params: { playlistId } })
}

const FOLLOWED = 200

/** Makes the user follow the first teachers of the search, whom a later run finds followed. */
async function followMany(call: Call): Promise<void> {
  const { data } = await call('search.teachers', { query: { limit: String(FOLLOWED) } })
  for (const { teacher } of data) await call('follows.followTeacher', { params: { teacherId: teacher._id } })
}

export async function openSite(scale: string): Promise<Site> {
  const environment = environmentOf(scale)
  const facts: SiteFacts = JSON.parse(await readFile(join(environment.DATA_DIR ?? '', 'bench.json'), 'utf8'))
  const app = await openTestApp(environment)
  const { emails, pupil, admin, password } = facts.people
  const login = (email: string) => apiClient(app.url)('auth.login', { body: { email, password } })
  try {
    const tokens: string[] = []
    const personIds: string[] = []
    for (const email of emails.slice(0, WRITERS)) {
      const { _id, token, savedPlaylists } = await login(email)
      await saveNothing(apiClient(app.url, token), savedPlaylists)
      tokens.push(token)
      personIds.push(_id)
    }
    await followMany(apiClient(app.url, tokens[1]))
    const [ofPupil, ofAdmin] = [await login(pupil), await login(admin)]
    const site = { app, facts, tokens, personIds, pupil: ofPupil.token, admin: ofAdmin.token }
    await settled(app.pid)
    return site
  } catch (error) {
    await app.stop()
    throw error
  }
}

const PAGE = 200
const ROWS = 20_000

/** Follows a list to its thousandth page of twenty, or to the middle of a shorter one; gives the cursor to go on from. */
export async function deepCursor(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<string> {
  const cursors: string[] = []
  let cursor: string | null = ''
  while (cursor !== null && cursors.length * PAGE < ROWS) {
    const answer: Response = await fetch(
      `${url}${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}${cursor === '' ? '' : `&cursor=${cursor}`}`,
      { headers },
    )
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    const page: { nextCursor: string | null } = await answer.json()
    cursor = page.nextCursor
    if (cursor !== null) cursors.push(cursor)
  }
  const reached = cursor === null ? cursors[Math.floor(cursors.length / 2)] : cursors.at(-1)
  return reached ?? ''
}
