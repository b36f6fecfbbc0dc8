import { z } from 'zod'
import type { Schema } from '#server/data/schema.ts'
import { sha256 } from './write-archive.ts'

/**
 * A backup is one tar archive, gzipped or not, that any tool can open: a header, the secret key, the pictures and videos, the rows of
 * every table as JSON lines, the checksums, then the manifest. It is independent of the database engine.
 */
export const HEAD = 'lectern-backup.json'
export const CHECKSUMS = 'SHA256SUMS'
export const MANIFEST = 'manifest.json'

/**
 * In the order of insertion: no row refers to a later table. The search index and the totals are missing, as a restore
 * rebuilds them from the rows.
 */
export const TABLES = [
  'images',
  'users',
  'categories',
  'sessions',
  'reset_codes',
  'known_networks',
  'passkeys',
  'totp',
  'recovery_codes',
  'challenges',
  'identities',
  'settings',
  'groups',
  'group_members',
  'playlists',
  'playlist_groups',
  'opened_links',
  'sections',
  'courses',
  'trash',
  'comments',
  'comment_likes',
  'comment_mentions',
  'likes',
  'saves',
  'progress',
  'playlist_progress',
  'progress_credits',
  'learning_days',
  'learners',
  'playlist_days',
  'course_days',
  'site_days',
  'notes',
  'reasons',
  'rounds',
  'revisions',
  'decisions',
  'review_notes',
  'review_messages',
  'reports',
  'audit',
  'jobs',
  'video_details',
  'video_checks',
  'videos',
  'uploads',
  'site',
  'imports',
  'invitations',
  'invitation_groups',
  'mails',
  'email_tokens',
  'follows',
  'notification_settings',
  'immediate_mails',
  'notifications',
  'captions',
  'teacher_requests',
  'legal_pages',
  'consents',
  'backups',
] as const satisfies (keyof Schema)[]
export type Table = (typeof TABLES)[number]

/** The columns of bytes; an archive holds them as base64. */
export const BYTE_COLUMNS: Partial<Record<Table, string>> = { progress: 'seconds' }

/** The columns that the database computes from the others; an archive leaves them out. */
export const COMPUTED_COLUMNS: Partial<Record<Table, string>> = { playlists: 'shown' }

export const Head = z.object({
  format: z.literal('lectern-backup'),
  version: z.literal(1),
  schema: z.string().max(100),
  madeAt: z.iso.datetime(),
})
export type Head = z.infer<typeof Head>

export const Manifest = z.object({
  rows: z.partialRecord(z.enum(TABLES), z.int().min(0)),
  pictures: z.object({ files: z.int().min(0), bytes: z.int().min(0) }),
  /** Files of prepared videos, and parts of originals that are not prepared yet. An older archive has none. */
  videos: z.object({ files: z.int().min(0), bytes: z.int().min(0) }).default({ files: 0, bytes: 0 }),
  /** Files that were missing already when the backup was made. */
  missing: z.array(z.string().max(100)),
  /** SHA-256 of SHA256SUMS, which lists all other files: `sha256sum -c SHA256SUMS` checks an extracted archive. */
  checksums: z.string().length(64),
})
export type Manifest = z.infer<typeof Manifest>

const MIB = 1024 * 1024
export const PART_BYTES = 4 * MIB
export const LARGEST_PICTURE = 16 * MIB
/** A segment of six seconds has 5 MiB at most, a part of an original 8. */
export const LARGEST_VIDEO_FILE = 64 * MIB

/** Every file that an archive may contain, with its maximum size. */
export const ENTRIES = [
  { kind: 'head', path: /^(lectern-backup\.json)$/, largest: MIB },
  { kind: 'key', path: /^(secret-key)$/, largest: 1024 },
  { kind: 'picture', path: /^media\/([0-9a-f]{40}-[1-9][0-9]{0,3}\.webp)$/, largest: LARGEST_PICTURE },
  {
    kind: 'video',
    path: /^videos\/([0-9a-f]{24}\/(?:[a-z0-9]{1,8}\/)?[a-z0-9_-]{1,24}\.(?:m3u8|m4s|mp4|jpg))$/,
    largest: LARGEST_VIDEO_FILE,
  },
  {
    kind: 'original',
    path: /^uploads\/((?:[a-z0-9]{1,20}-)?[0-9a-f]{24}-[0-9]{6})$/,
    largest: LARGEST_VIDEO_FILE,
  },
  { kind: 'rows', path: /^tables\/([a-z_]{1,40})-[0-9]{6}\.jsonl$/, largest: 32 * MIB },
  { kind: 'checksums', path: /^(SHA256SUMS)$/, largest: 512 * MIB },
  { kind: 'manifest', path: /^(manifest\.json)$/, largest: 64 * MIB },
] as const

export function rowsPath(table: Table, part: number): string {
  return `tables/${table}-${String(part).padStart(6, '0')}.jsonl`
}

export function sumLine(path: string, bytes: Buffer): string {
  return `${sha256(bytes)}  ${path}\n`
}
