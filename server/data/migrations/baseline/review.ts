import { type Kysely, sql } from 'kysely'
import { clearedWith, createIndexes, defaultsTo, deletedWith, key, required } from './columns.ts'
import { seedId } from './seed.ts'

/** Versions of playlists and courses, the decisions about them, and reports of users. */
export async function createReview(db: Kysely<unknown>): Promise<void> {
  await createRevisions(db)
  await createDecisions(db)
  await createReviewNotes(db)
  await createReasons(db)
  await createReports(db)
}

/** Written so that SQLite reads these indexes in their order instead of looking up two states. */
const WAITING = sql`state not in ('draft', 'approved', 'changes', 'rejected', 'withdrawn')`

async function createRevisions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('revisions')
    .addColumn('id', 'text', key)
    .addColumn('subject', 'text', required)
    .addColumn('subject_id', 'text', required)
    .addColumn('teacher_id', 'text', deletedWith('users.id'))
    .addColumn('playlist_id', 'text', deletedWith('playlists.id'))
    .addColumn('course_id', 'text', (column) => column.references('courses.id').onDelete('cascade'))
    .addColumn('category_id', 'text', (column) => column.references('categories.id'))
    .addColumn('image', 'text', (column) => column.references('images.name'))
    .addColumn('number', 'integer', required)
    .addColumn('base_number', 'integer', required)
    .addColumn('content', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('message', 'text', defaultsTo(''))
    .addColumn('submitted_at', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('decided_by', 'text', clearedWith('users.id'))
    .addColumn('created_at', 'text', required)
    .addUniqueConstraint('revisions_number', ['subject_id', 'number'])
    .execute()
  await createIndexes(db, 'revisions', {
    // One open revision of each item.
    revisions_open: {
      columns: ['subject_id'],
      unique: true,
      where: sql`state in ('draft', 'submitted', 'in_review')`,
    },
    // The queue.
    revisions_waiting: { columns: ['submitted_at', 'id'], where: WAITING },
    revisions_waiting_kind: { columns: ['subject', 'submitted_at', 'id'], where: WAITING },
    revisions_waiting_teacher: { columns: ['teacher_id', 'submitted_at', 'id'], where: WAITING },
    revisions_waiting_playlist: { columns: ['playlist_id', 'submitted_at', 'id'], where: WAITING },
    revisions_state: ['state', 'submitted_at', 'id'],
    revisions_decided: ['state', 'decided_at', 'id'],
    revisions_automatic: {
      columns: ['decided_at', 'id'],
      where: sql`state = 'approved' and decided_by is null and message = 'trusted'`,
    },
    // How long the last reviews took, and the last decisions about a teacher.
    revisions_by_admin: { columns: ['decided_at', 'id'], where: sql`decided_by is not null` },
    revisions_teacher: ['teacher_id', 'decided_at', 'id'],
    // The history.
    revisions_playlist: ['playlist_id', 'id'],
    revisions_subject: ['subject_id', 'id'],
    // What foreign keys look for.
    revisions_image: ['image'],
    revisions_of_course_id: { columns: ['course_id'], where: sql`course_id is not null` },
    revisions_of_category_id: { columns: ['category_id'], where: sql`category_id is not null` },
    revisions_of_decided_by: { columns: ['decided_by'], where: sql`decided_by is not null` },
  })
}

async function createDecisions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('decisions')
    .addColumn('id', 'text', key)
    .addColumn('revision_id', 'text', deletedWith('revisions.id'))
    .addColumn('admin_id', 'text', clearedWith('users.id'))
    .addColumn('from_state', 'text', required)
    .addColumn('to_state', 'text', required)
    .addColumn('reasons', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('at', 'text', required)
    .execute()
  await createIndexes(db, 'decisions', {
    decisions_revision: ['revision_id', 'id'],
    decisions_admin: { columns: ['admin_id'], where: sql`admin_id is not null` },
  })
}

async function createReviewNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review_notes')
    .addColumn('id', 'text', key)
    .addColumn('revision_id', 'text', deletedWith('revisions.id'))
    .addColumn('admin_id', 'text', clearedWith('users.id'))
    .addColumn('field', 'text')
    .addColumn('at_s', 'integer')
    .addColumn('text', 'text', required)
    .addColumn('answer', 'text')
    .addColumn('resolved_at', 'text')
    .addColumn('created_at', 'text', required)
    .execute()
  await createIndexes(db, 'review_notes', {
    review_notes_revision: ['revision_id', 'id'],
    review_notes_admin: { columns: ['admin_id'], where: sql`admin_id is not null` },
  })
}

/** A new site starts with these; an admin may change and retire them. */
const REASONS = [
  'Video does not play',
  'Title or description does not match the video',
  'Sound or picture too poor',
  'Wrong category',
  'Description too short',
  'You may not have the right to show this',
  'Advertising',
  'Other',
]

async function createReasons(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reasons')
    .addColumn('id', 'text', key)
    .addColumn('text', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('retired_at', 'text')
    .execute()
  for (const [at, text] of REASONS.entries())
    await sql`insert into reasons (id, text, position) values (${seedId(at + 1)}, ${text}, ${at + 1})`.execute(
      db,
    )
}

const OPEN = sql`state = 'open'`

async function createReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reports')
    .addColumn('id', 'text', key)
    .addColumn('reporter_id', 'text', clearedWith('users.id'))
    .addColumn('subject_kind', 'text', required)
    .addColumn('subject_id', 'text', required)
    .addColumn('author_id', 'text', clearedWith('users.id'))
    .addColumn('course_id', 'text')
    .addColumn('hides_at', 'integer')
    .addColumn('reason', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('decided_by', 'text', clearedWith('users.id'))
    .addColumn('decided_at', 'text')
    .addColumn('created_at', 'text', required)
    .execute()
  await createIndexes(db, 'reports', {
    // One open report of each reporter about a subject.
    reports_once: { columns: ['subject_kind', 'subject_id', 'reporter_id'], unique: true, where: OPEN },
    // The cards of the admins, and the reports on each.
    reports_waiting: { columns: ['id'], where: OPEN },
    reports_subject: { columns: ['subject_kind', 'subject_id', 'id'], where: OPEN },
    // The comments of a course that reports hide.
    reports_hiding: {
      columns: ['course_id', 'subject_id', 'hides_at'],
      where: sql`state = 'open' and hides_at > 0`,
    },
    // The records of reporters and authors, and what foreign keys look for.
    reports_reporter: ['reporter_id', 'state'],
    reports_author: ['author_id', 'state', 'subject_id'],
    reports_decider: { columns: ['decided_by'], where: sql`decided_by is not null` },
  })
}
