import { z } from 'zod'
import type { Schema } from '#server/core/db/schema.ts'

/**
 * A backup is one tar archive, gzipped or not, that any tool can open: first what it is, then the pictures, then the
 * rows of every table as JSON lines, then the checksums of all of it, then the counts. It knows no database: rows go
 * into whichever one the migrations have made, SQLite or PostgreSQL.
 */
export const HEAD = 'lectern-backup.json'
export const CHECKSUMS = 'SHA256SUMS'
export const MANIFEST = 'manifest.json'

/**
 * In the order in which rows can be written: nothing points at a table further down. The search index and the totals
 * are not among them, they are made anew from the rows.
 */
export const TABLES = [
  'images',
  'users',
  'categories',
  'sessions',
  'reset_codes',
  'known_networks',
  'playlists',
  'courses',
  'comments',
  'likes',
  'saves',
  'audit',
] as const satisfies (keyof Schema)[]
export type Table = (typeof TABLES)[number]

export const Head = z.object({
  format: z.literal('lectern-backup'),
  version: z.literal(1),
  /** The newest migration that the rows fit. */
  schema: z.string().max(100),
  madeAt: z.iso.datetime(),
})
export type Head = z.infer<typeof Head>

export const Manifest = z.object({
  rows: z.partialRecord(z.enum(TABLES), z.int().min(0)),
  pictures: z.object({ files: z.int().min(0), bytes: z.int().min(0) }),
  /** Files that rows name and that were lost before the backup was made. */
  missing: z.array(z.string().max(100)),
  /** SHA-256 of SHA256SUMS, which holds those of all the rest: `sha256sum -c SHA256SUMS` checks an opened archive. */
  checksums: z.string().length(64),
})
export type Manifest = z.infer<typeof Manifest>

export type EntryKind = 'head' | 'picture' | 'rows' | 'checksums' | 'manifest'

const MIB = 1024 * 1024
/** Rows of a part are gathered until they are this long. */
export const PART_BYTES = 4 * MIB
/** What is larger was not made by us, and is not read. */
export const LARGEST: Record<EntryKind, number> = {
  head: MIB,
  picture: 16 * MIB,
  rows: 32 * MIB,
  checksums: 512 * MIB,
  manifest: 64 * MIB,
}

const PICTURE = /^media\/([0-9a-f]{40}-[1-9][0-9]{0,3}\.webp)$/
const ROWS = /^tables\/([a-z_]{1,40})-[0-9]{6}\.jsonl$/

export function picturePath(file: string): string {
  return `media/${file}`
}

export function rowsPath(table: Table, part: number): string {
  return `tables/${table}-${String(part).padStart(6, '0')}.jsonl`
}

export interface Place {
  kind: EntryKind
  /** A picture's file name, a table's name. */
  name: string
}

/** What belongs at this path of an archive, or `undefined`: no path that we did not write is ever followed. */
export function placeIn(path: string): Place | undefined {
  if (path === HEAD) return { kind: 'head', name: path }
  if (path === CHECKSUMS) return { kind: 'checksums', name: path }
  if (path === MANIFEST) return { kind: 'manifest', name: path }
  const picture = PICTURE.exec(path)?.[1]
  if (picture !== undefined) return { kind: 'picture', name: picture }
  const table = ROWS.exec(path)?.[1]
  return table === undefined ? undefined : { kind: 'rows', name: table }
}

export function isTable(name: string): name is Table {
  return TABLES.some((table) => table === name)
}

/** `undefined` for what is no JSON. */
export function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
