import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { drawClip } from '#tests/e2e/clips.ts'
import { uploadFilm } from '#tests/upload-film.ts'
import { createFixtures } from './client.ts'
import type { Fault } from './fault.ts'
import { openSite, stopSite } from './site.ts'

const KILLS = 20
const LATEST_KILL_MS = 3000
const READY_LIMIT_MS = 180_000

function stateOf(folder: string, id: string): string {
  const sqlite = new SQLite(join(folder, 'lectern.db'), { readonly: true })
  const row: unknown = sqlite.prepare('select state from videos where id = ?').get(id)
  sqlite.close()
  return typeof row === 'object' && row !== null && 'state' in row ? String(row.state) : 'lost'
}

async function becomes(folder: string, id: string, states: string[]): Promise<boolean> {
  const end = Date.now() + READY_LIMIT_MS
  while (Date.now() < end) {
    if (states.includes(stateOf(folder, id))) return true
    await delay(50)
  }
  return false
}

/** As if the lease of the killed process had ended meanwhile. */
function endLeases(folder: string): void {
  const sqlite = new SQLite(join(folder, 'lectern.db'))
  const past = new Date(0).toISOString()
  sqlite.prepare("update jobs set leased_until = ? where state = 'running'").run(past)
  sqlite.close()
}

/** The folders of videos in which a file that a playlist names is missing or empty. */
function halfVideos(folder: string): string[] {
  const videos = join(folder, 'videos')
  if (!existsSync(videos)) return []
  return readdirSync(videos).filter((id) => !isWhole(join(videos, id), 'master.m3u8'))
}

function isWhole(folder: string, playlist: string): boolean {
  const path = join(folder, playlist)
  if (!existsSync(path)) return false
  const text = readFileSync(path, 'utf8')
  const named = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return (
    named.length > 0 &&
    named.every((name) =>
      name.endsWith('.m3u8')
        ? isWhole(folder, name)
        : existsSync(join(path, '..', name)) && readFileSync(join(path, '..', name)).length > 0,
    ) &&
    (playlist === 'master.m3u8' || text.includes('#EXT-X-ENDLIST'))
  )
}

export const killDuringPreparation: Fault = {
  id: 'F30',
  title: 'kill -9 while a video is prepared',
  async run(folder, say) {
    const data = join(folder, 'data')
    const film = drawClip({ name: 'film.mp4', seconds: 8, size: '1280x720' })
    let site = await openSite({ folder: data })
    const { teacher } = await createFixtures(site.url)
    const half: string[] = []
    let [killed, ready] = [0, 0]
    for (let n = 0; n < KILLS; n += 1) {
      const id = await uploadFilm({ url: site.url, token: teacher.token, path: film })
      await becomes(data, id, ['working', 'ready'])
      await delay((LATEST_KILL_MS * n) / KILLS)
      if (stateOf(data, id) === 'working') killed += 1
      site.process.kill('SIGKILL')
      await site.ended
      half.push(...halfVideos(data))
      endLeases(data)
      site = await openSite({ folder: data })
      if (await becomes(data, id, ['ready'])) ready += 1
      half.push(...halfVideos(data))
    }
    await stopSite(site)
    const left = readdirSync(join(data, 'uploads')).filter((name) => name !== 'work')
    for (const line of [...half, ...left].slice(0, 10)) say(`  ${line}`)
    return {
      held: half.length === 0 && ready === KILLS && killed >= KILLS / 2 && left.length === 0,
      figures: `${KILLS} kills, ${killed} of them during the preparation; ${ready} of ${KILLS} videos ready afterwards, ${half.length} half ones, ${left.length} originals left`,
    }
  },
}
