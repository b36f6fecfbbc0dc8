import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import sharp from 'sharp'
import { z } from 'zod'
import type { Ledger } from './ledger.ts'

export interface Verdict {
  /** Keys in a state that is not allowed. */
  lost: string[]
  /** Errors in the database or the pictures, regardless of the ledger. */
  wrong: string[]
}

const Texts = z.array(z.object({ text: z.string() }))
const Watched = z.array(
  z.object({ text: z.string(), seconds: z.instanceof(Uint8Array), watched_s: z.number() }),
)
const Names = z.array(z.object({ name: z.string(), widths: z.string() }))

/** Stored counts, which the checker counts again. */
const COUNTS = [
  ['courses', 'likes_count', 'select count(*) from likes where course_id = t.id'],
  ['courses', 'comments_count', 'select count(*) from comments where course_id = t.id'],
  ['playlists', 'saves_count', 'select count(*) from saves where playlist_id = t.id'],
  [
    'playlists',
    'courses_count',
    'select count(*) from courses where playlist_id = t.id and trash_id is null',
  ],
  ['users', 'saves_count', 'select count(*) from saves where user_id = t.id'],
  [
    'users',
    'approved_playlists_count',
    "select count(*) from playlists where teacher_id = t.id and status = 'approved'",
  ],
  [
    'playlist_progress',
    'done_count',
    `select count(*) from progress p join courses c on c.id = p.course_id
      where p.user_id = t.user_id and c.playlist_id = t.playlist_id and c.status = 'approved' and p.done_at is not null`,
  ],
] as const

/** Pictures that were checked once are not decoded again. */
const seen = new Set<string>()

/** The rows of a query, on either engine. */
export type Query = (sql: string) => unknown[] | Promise<unknown[]>

/** Checks a site's files without the server: the promises of the ledger, and what must always hold. */
export async function check(folder: string, ledger: Ledger): Promise<Verdict> {
  const sqlite = new SQLite(join(folder, 'lectern.db'), { readonly: true, fileMustExist: true })
  try {
    const query: Query = (sql) => sqlite.prepare(sql).all()
    const lost = await lostIn(query, ledger)
    const pictures = await lostPictures(query, folder)
    return { lost, wrong: [...brokenPages(sqlite), ...(await wrongCounts(query)), ...pictures] }
  } finally {
    sqlite.close()
  }
}

/** The keys in a state that is not allowed. */
export async function lostIn(query: Query, ledger: Ledger): Promise<string[]> {
  const found = await statesIn(query)
  return [...ledger.keys()].filter((key) => !ledger.settle(key, found.get(key)))
}

async function statesIn(query: Query): Promise<Map<string, string>> {
  const states = new Map<string, string>()
  for (const { text } of Texts.parse(await query('select text from comments'))) {
    const key = text.replace(/ changed$/, '')
    // A duplicate is never an allowed state.
    states.set(key, states.has(key) ? 'twice' : text)
  }
  for (const { text } of Texts.parse(
    await query('select title as text from playlists where trash_id is null'),
  )) {
    states.set(text, states.has(text) ? 'twice' : text)
  }
  for (const table of ['likes', 'saves']) {
    const rows = Texts.parse(
      await query(`select email as text from ${table} join users on users.id = ${table}.user_id`),
    )
    for (const { text } of rows) {
      states.set(`${table.slice(0, -1)} ${writerOf(text)}`, 'yes')
    }
  }
  for (const { text, seconds } of await watchedIn(query)) {
    for (const second of secondsOf(seconds)) states.set(`second ${writerOf(text)} ${second}`, 'watched')
  }
  return states
}

async function watchedIn(query: Query) {
  const rows = 'from progress join users on users.id = progress.user_id'
  return Watched.parse(await query(`select email as text, seconds, watched_s ${rows}`))
}

const writerOf = (email: string) => Number(/^person(\d+)@/.exec(email)?.[1]) - 1

/** The set bits, lowest first. */
function secondsOf(bits: Uint8Array): number[] {
  const bitsOf = (byte: number) => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte & (1 << bit)) !== 0)
  return [...bits].flatMap((byte, at) => bitsOf(byte).map((bit) => 8 * at + bit))
}

function brokenPages(sqlite: SQLite.Database): string[] {
  const pages = JSON.stringify(sqlite.pragma('integrity_check'))
  const references = z.array(z.unknown()).parse(sqlite.pragma('foreign_key_check'))
  return [
    ...(pages === '[{"integrity_check":"ok"}]' ? [] : [`pages: ${pages}`]),
    ...(references.length === 0 ? [] : [`${references.length} rows point at nothing`]),
  ]
}

export async function wrongCounts(query: Query): Promise<string[]> {
  const wrong: string[] = []
  for (const [table, column, rows] of COUNTS) {
    const found = (await query(`select 1 from ${table} t where ${column} <> (${rows})`)).length
    if (found > 0) wrong.push(`${column} is wrong in ${found} ${table}`)
  }
  const watched = await watchedIn(query)
  if (watched.some(({ seconds, watched_s }) => secondsOf(seconds).length !== watched_s))
    wrong.push('watched_s is not the number of bits')
  return wrong
}

/** All files that rows refer to. */
export async function filesNamed(query: Query): Promise<string[]> {
  return filesIn(await query('select name, widths from images'))
}

function filesIn(images: unknown[]): string[] {
  return Names.parse(images).flatMap(({ name, widths }) =>
    z
      .array(z.number())
      .parse(JSON.parse(widths))
      .map((width) => `${name}-${width}.webp`),
  )
}

async function lostPictures(query: Query, folder: string): Promise<string[]> {
  const lost: string[] = []
  for (const file of await filesNamed(query)) {
    if (seen.has(join(folder, file))) continue
    if (await decodes(join(folder, 'media', file.slice(0, 2), file))) seen.add(join(folder, file))
    else lost.push(`${file} is missing or damaged`)
  }
  return lost
}

export function decodes(source: string | Buffer): Promise<boolean> {
  return sharp(source)
    .stats()
    .then(
      () => true,
      () => false,
    )
}

/** Files below media/ that no row refers to. */
export function strangers(folder: string): string[] {
  const sqlite = new SQLite(join(folder, 'lectern.db'), { readonly: true })
  const named = new Set(filesIn(sqlite.prepare('select name, widths from images').all()))
  sqlite.close()
  return readdirSync(join(folder, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !named.has(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
