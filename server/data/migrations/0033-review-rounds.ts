import { type Kysely, sql } from 'kysely'
import { clearedWith, createIndexes, deletedWith, key, required } from './baseline/columns.ts'

/** Review rounds, and the conversations about the notes of admins. Each start gives what waits its round. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createRounds(db)
  await db.schema.alterTable('revisions').addColumn('round_id', 'text', clearedWith('rounds.id')).execute()
  await createIndexes(db, 'revisions', {
    revisions_round: { columns: ['round_id'], where: sql`round_id is not null` },
    // Edits of approved items that applied at once.
    revisions_edited: {
      columns: ['decided_at', 'id'],
      where: sql`state = 'approved' and decided_by is null and message = 'edited'`,
    },
  })
  await db.schema
    .alterTable('review_notes')
    .addColumn('carried_from', 'text', clearedWith('review_notes.id'))
    .execute()
  await createIndexes(db, 'review_notes', {
    review_notes_carried: { columns: ['carried_from'], where: sql`carried_from is not null` },
  })
  await createMessages(db)
}

const OPEN = sql`decided_at is null`

async function createRounds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rounds')
    .addColumn('id', 'text', key)
    .addColumn('playlist_id', 'text', deletedWith('playlists.id'))
    .addColumn('teacher_id', 'text', deletedWith('users.id'))
    .addColumn('number', 'integer', required)
    .addColumn('message', 'text', required)
    .addColumn('submitted_at', 'text', required)
    .addColumn('decided_at', 'text')
    .addColumn('assigned_to', 'text', clearedWith('users.id'))
    .addColumn('assigned_until', 'text')
    .addUniqueConstraint('rounds_number', ['playlist_id', 'number'])
    .execute()
  await createIndexes(db, 'rounds', {
    // One open round of each playlist.
    rounds_open: { columns: ['playlist_id'], unique: true, where: OPEN },
    // The desk.
    rounds_waiting: { columns: ['submitted_at', 'id'], where: OPEN },
    rounds_waiting_teacher: { columns: ['teacher_id', 'submitted_at', 'id'], where: OPEN },
    // What foreign keys look for.
    rounds_teacher: ['teacher_id'],
    rounds_assigned: { columns: ['assigned_to'], where: sql`assigned_to is not null` },
  })
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review_messages')
    .addColumn('id', 'text', key)
    .addColumn('note_id', 'text', deletedWith('review_notes.id'))
    .addColumn('author_id', 'text', clearedWith('users.id'))
    .addColumn('text', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await createIndexes(db, 'review_messages', {
    review_messages_note: ['note_id', 'id'],
    review_messages_author: { columns: ['author_id'], where: sql`author_id is not null` },
  })
}
