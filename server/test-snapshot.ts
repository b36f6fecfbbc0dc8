import type { TestApp } from './test-app.ts'

/** The rows of the test app, without the log of rejected requests. */
export async function snapshot({ db }: TestApp): Promise<string> {
  const tables = [
    'users',
    'sessions',
    'reset_codes',
    'known_networks',
    'passkeys',
    'totp',
    'recovery_codes',
    'challenges',
    'images',
    'categories',
    'playlists',
    'sections',
    'courses',
    'comments',
    'likes',
    'saves',
    'follows',
    'notifications',
    'notification_settings',
    'progress',
    'playlist_progress',
    'progress_credits',
    'notes',
    'captions',
    'uploads',
    'videos',
    'revisions',
    'decisions',
    'review_notes',
    'reports',
    'search_documents',
    'mails',
    'email_tokens',
  ] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}
