import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#server/data/ids.ts'
import type { SiteFacts } from '../seed/facts.ts'

export type Write = 'like' | 'save' | 'comment'

/** The rows of the product's own transactions, by nothing but the engine's driver, as durable: what the disk allows. */
export interface RawWriter {
  /** Transactions a second, one after the other. */
  write: (kind: Write, seconds: number) => Promise<number>
  writeOnce: (kind: Write) => void | Promise<void>
  stop: () => Promise<void>
}

/** This many users of the site write. */
export const WRITING = 2000

/** What somebody writes about something. */
export interface RawRow {
  id: string
  course: string
  playlist: string
  user: string
  text: string
  at: string
}

/** Rows about the courses and playlists that the product is asked to write about, by people of the same site. */
export async function openRawRows(data: string, users: string[]): Promise<() => RawRow> {
  const facts: SiteFacts = JSON.parse(await readFile(join(data, 'bench.json'), 'utf8'))
  const any = (ids: string[]) => ids[randomInt(ids.length)] ?? ''
  return () => ({
    id: newId(),
    course: any(facts.courseIds),
    playlist: any(facts.playlistIds),
    user: any(users),
    text: 'A comment of a few words.',
    at: new Date().toISOString(),
  })
}

/** Transactions a second of so many seconds. */
export async function rateOf(writeOnce: () => void | Promise<void>, seconds: number): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1000
  let done = 0
  while (performance.now() < until) {
    await writeOnce()
    done += 1
  }
  return done / ((performance.now() - began) / 1000)
}
