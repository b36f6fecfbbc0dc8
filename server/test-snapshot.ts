import { sql } from 'kysely'
import { isPostgres } from './data/dialect.ts'
import type { TestApp } from './test-app.ts'

const TABLES = [
  'users',
  'sessions',
  'reset_codes',
  'known_networks',
  'passkeys',
  'totp',
  'recovery_codes',
  'challenges',
  'identities',
  'images',
  'categories',
  'playlists',
  'sections',
  'courses',
  'trash',
  'comments',
  'comment_likes',
  'comment_mentions',
  'likes',
  'saves',
  'follows',
  'notifications',
  'notification_settings',
  'progress',
  'playlist_progress',
  'progress_credits',
  'learning_days',
  'learners',
  'playlist_sums',
  'course_sums',
  'notes',
  'captions',
  'uploads',
  'videos',
  'rounds',
  'revisions',
  'decisions',
  'review_notes',
  'review_messages',
  'reports',
  'search_documents',
  'mails',
  'email_tokens',
  'settings',
  'legal_pages',
  'consents',
  'groups',
  'group_members',
  'playlist_groups',
  'opened_links',
  'invitations',
  'invitation_groups',
  'imports',
  'teacher_requests',
] as const

/** Every table in one query, which costs PostgreSQL a fraction of a query for each. */
const ON_POSTGRES = sql<{ rows: string }>`select json_build_array(${sql.join(
  TABLES.map((table) => sql`(select json_agg(${sql.ref(table)}) from ${sql.table(table)})`),
)})::text as rows`

/** The rows of the test app, without the log of rejected requests. */
export async function snapshot({ db }: TestApp): Promise<string> {
  if (isPostgres(db)) return JSON.stringify((await ON_POSTGRES.execute(db)).rows)
  const rows = await Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}
