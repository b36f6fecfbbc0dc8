import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SQLite from 'better-sqlite3'

const READY_LIMIT_MS = 180_000

/** How far a video is. */
export function stateOf(folder: string, id: string): string {
  const sqlite = new SQLite(join(folder, 'lectern.db'), { readonly: true })
  const row: unknown = sqlite.prepare('select state from videos where id = ?').get(id)
  sqlite.close()
  return typeof row === 'object' && row !== null && 'state' in row ? String(row.state) : 'lost'
}

/** Waits until a video is in one of these states. */
export async function becomes(folder: string, id: string, states: string[]): Promise<boolean> {
  const end = Date.now() + READY_LIMIT_MS
  while (Date.now() < end) {
    if (states.includes(stateOf(folder, id))) return true
    await delay(50)
  }
  return false
}

/** As if the lease of the killed process had ended meanwhile. */
export function endLeases(folder: string): void {
  const sqlite = new SQLite(join(folder, 'lectern.db'))
  const past = new Date(0).toISOString()
  sqlite.prepare("update jobs set leased_until = ? where state = 'running'").run(past)
  sqlite.close()
}

/** The folders of videos in which a file that a playlist names is missing or empty. */
export function halfVideos(folder: string): string[] {
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

export function originalsIn(folder: string): string[] {
  return readdirSync(join(folder, 'uploads')).filter((name) => name !== 'work')
}
