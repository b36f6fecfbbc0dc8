import SQLite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

test('a referencing row is deleted with its parent or prevents the deletion', async () => {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(new SQLite(':memory:')) })
  onTestFinished(() => db.destroy())
  await migrate(db)
  const { rows } = await sql<{ from: string; on_delete: string }>`
    select list.name || '.' || key."from" || ' → ' || key."table" as "from", key.on_delete
    from pragma_table_list as list join pragma_foreign_key_list(list.name) as key
  `.execute(db)
  const rules = Object.fromEntries(rows.map(({ from, on_delete }) => [from, on_delete]))
  expect(rules).toEqual({
    'reports.reporter_id → users': 'SET NULL',
    'reports.author_id → users': 'SET NULL',
    'reports.decided_by → users': 'SET NULL',
    'notifications.user_id → users': 'CASCADE',
    'notifications.actor_id → users': 'SET NULL',
    'notification_settings.user_id → users': 'CASCADE',
    'immediate_mails.user_id → users': 'CASCADE',
    'follows.user_id → users': 'CASCADE',
    'follows.teacher_id → users': 'CASCADE',
    'follows.playlist_id → playlists': 'CASCADE',
    'trash.playlist_id → playlists': 'CASCADE',
    'trash.teacher_id → users': 'CASCADE',
    'trash.deleted_by → users': 'SET NULL',
    'playlists.assigned_to → users': 'SET NULL',
    'courses.assigned_to → users': 'SET NULL',
    'rounds.playlist_id → playlists': 'CASCADE',
    'rounds.teacher_id → users': 'CASCADE',
    'rounds.assigned_to → users': 'SET NULL',
    'revisions.round_id → rounds': 'SET NULL',
    'revisions.teacher_id → users': 'CASCADE',
    'revisions.playlist_id → playlists': 'CASCADE',
    'revisions.course_id → courses': 'CASCADE',
    'revisions.category_id → categories': 'NO ACTION',
    'revisions.image → images': 'NO ACTION',
    'revisions.decided_by → users': 'SET NULL',
    'decisions.revision_id → revisions': 'CASCADE',
    'decisions.admin_id → users': 'SET NULL',
    'review_notes.revision_id → revisions': 'CASCADE',
    'review_notes.admin_id → users': 'SET NULL',
    'review_notes.carried_from → review_notes': 'SET NULL',
    'review_messages.note_id → review_notes': 'CASCADE',
    'review_messages.author_id → users': 'SET NULL',
    'users.photo → images': 'NO ACTION',
    'video_details.image → images': 'SET NULL',
    'sessions.user_id → users': 'CASCADE',
    'search_names.user_id → users': 'CASCADE',
    'search_name_deletions.user_id → users': 'CASCADE',
    'reset_codes.user_id → users': 'CASCADE',
    'known_networks.user_id → users': 'CASCADE',
    'challenges.user_id → users': 'CASCADE',
    'recovery_codes.user_id → users': 'CASCADE',
    'totp.user_id → users': 'CASCADE',
    'passkeys.user_id → users': 'CASCADE',
    'mails.to_user → users': 'CASCADE',
    'email_tokens.user_id → users': 'CASCADE',
    'playlists.teacher_id → users': 'CASCADE',
    'playlists.category_id → categories': 'NO ACTION',
    'playlists.image → images': 'NO ACTION',
    'courses.playlist_id → playlists': 'CASCADE',
    'courses.image → images': 'NO ACTION',
    'courses.section_id → sections': 'SET NULL',
    'sections.playlist_id → playlists': 'CASCADE',
    'comments.course_id → courses': 'CASCADE',
    'comments.user_id → users': 'CASCADE',
    'comments.parent_id → comments': 'CASCADE',
    'comments.answered_by → comments': 'SET NULL',
    'comment_likes.comment_id → comments': 'CASCADE',
    'comment_likes.user_id → users': 'CASCADE',
    'comment_mentions.comment_id → comments': 'CASCADE',
    'comment_mentions.user_id → users': 'SET NULL',
    'videos.owner_id → users': 'CASCADE',
    'uploads.owner_id → users': 'CASCADE',
    'captions.course_id → courses': 'CASCADE',
    'passages.captions_id → captions': 'CASCADE',
    'correction_passages.course_id → courses': 'CASCADE',
    'notes.course_id → courses': 'CASCADE',
    'notes.user_id → users': 'CASCADE',
    'progress.course_id → courses': 'CASCADE',
    'progress.user_id → users': 'CASCADE',
    'progress_credits.user_id → users': 'CASCADE',
    'learning_days.user_id → users': 'CASCADE',
    'playlist_progress.last_course_id → courses': 'SET NULL',
    'playlist_progress.playlist_id → playlists': 'CASCADE',
    'playlist_progress.user_id → users': 'CASCADE',
    'likes.course_id → courses': 'CASCADE',
    'likes.user_id → users': 'CASCADE',
    'saves.user_id → users': 'CASCADE',
    'saves.playlist_id → playlists': 'CASCADE',
  })
})
