import { type Kysely, type SqlBool, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import type { Schema } from '#server/data/schema.ts'
import { keepOnPostgres, keepOnSqlite } from './totals-triggers.ts'

/**
 * Versions of playlists and courses, the decisions about them and notes on them (product/teaching.md, "Revisions"). The
 * server adds the first revisions of what exists when it starts (decision 0039).
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  await items(db)
  await db.schema
    .alterTable('users')
    .addColumn('trusted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await revisions(db)
  await revisionIndexes(db)
  await decisions(db)
  await reasons(db)
  const kept = [{ kind: 'revisions', table: 'revisions', status: 'state', category: 'subject' }] as const
  await (isPostgres(db) ? keepOnPostgres(db, kept) : keepOnSqlite(db, kept))
  await db.schema.createIndex('audit_actor').on('audit').columns(['actor_id', 'id']).execute()
  await db.schema.createIndex('audit_action').on('audit').columns(['action', 'id']).execute()
}

async function items(db: Kysely<Schema>): Promise<void> {
  for (const table of ['playlists', 'courses'] as const) {
    const alter = () => db.schema.alterTable(table)
    await alter().addColumn('submitted_at', 'text').execute()
    await alter()
      .addColumn('assigned_to', 'text', (column) => column.references('users.id').onDelete('set null'))
      .execute()
    await alter().addColumn('assigned_until', 'text').execute()
    await sql`update ${sql.table(table)} set submitted_at = created_at`.execute(db)
    await db.schema
      .createIndex(`${table}_assigned`)
      .on(table)
      .column('assigned_to')
      .where(sql<SqlBool>`assigned_to is not null`)
      .execute()
  }
}

async function revisions(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('revisions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('teacher_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('playlist_id', 'text', (column) =>
      column.notNull().references('playlists.id').onDelete('cascade'),
    )
    .addColumn('course_id', 'text', (column) => column.references('courses.id').onDelete('cascade'))
    .addColumn('category_id', 'text', (column) => column.references('categories.id'))
    .addColumn('image', 'text', (column) => column.references('images.name'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('base_number', 'integer', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('submitted_at', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('decided_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('revisions_number', ['subject_id', 'number'])
    .execute()
  await db.schema
    .createIndex('revisions_open')
    .unique()
    .on('revisions')
    .column('subject_id')
    .where(sql<SqlBool>`state in ('draft', 'submitted', 'in_review')`)
    .execute()
}

/** Written so that SQLite reads these indexes in their order instead of looking up two states. */
const WAITING = sql<SqlBool>`state not in ('draft', 'approved', 'changes', 'rejected', 'withdrawn')`

async function revisionIndexes(db: Kysely<Schema>): Promise<void> {
  const index = (name: string, columns: (keyof Schema['revisions'] & string)[]) =>
    db.schema.createIndex(`revisions_${name}`).on('revisions').columns(columns)
  // The queue.
  await index('waiting', ['submitted_at', 'id']).where(WAITING).execute()
  await index('waiting_kind', ['subject', 'submitted_at', 'id']).where(WAITING).execute()
  await index('waiting_teacher', ['teacher_id', 'submitted_at', 'id']).where(WAITING).execute()
  await index('waiting_playlist', ['playlist_id', 'submitted_at', 'id']).where(WAITING).execute()
  await index('state', ['state', 'submitted_at', 'id']).execute()
  await index('decided', ['state', 'decided_at', 'id']).execute()
  await index('automatic', ['decided_at', 'id'])
    .where(sql<SqlBool>`state = 'approved' and decided_by is null and message = 'trusted'`)
    .execute()
  // How long the last reviews took, and the teacher's last decisions.
  await index('by_admin', ['decided_at', 'id']).where(sql<SqlBool>`decided_by is not null`).execute()
  await index('teacher', ['teacher_id', 'decided_at', 'id']).execute()
  // The history.
  await index('playlist', ['playlist_id', 'id']).execute()
  await index('subject', ['subject_id', 'id']).execute()
  // What foreign keys look for.
  await index('image', ['image']).execute()
  for (const column of ['course_id', 'category_id', 'decided_by'] as const) {
    await index(`of_${column}`, [column])
      .where(sql<SqlBool>`${sql.ref(column)} is not null`)
      .execute()
  }
}

async function decisions(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('decisions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('revision_id', 'text', (column) =>
      column.notNull().references('revisions.id').onDelete('cascade'),
    )
    .addColumn('admin_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('from_state', 'text', (column) => column.notNull())
    .addColumn('to_state', 'text', (column) => column.notNull())
    .addColumn('reasons', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('review_notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('revision_id', 'text', (column) =>
      column.notNull().references('revisions.id').onDelete('cascade'),
    )
    .addColumn('admin_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('field', 'text')
    .addColumn('at_s', 'integer')
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('resolved_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  for (const table of ['decisions', 'review_notes'] as const) {
    await db.schema.createIndex(`${table}_revision`).on(table).columns(['revision_id', 'id']).execute()
    await db.schema
      .createIndex(`${table}_admin`)
      .on(table)
      .column('admin_id')
      .where(sql<SqlBool>`admin_id is not null`)
      .execute()
  }
}

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
const FOUNDED = Date.UTC(2026, 0, 1)

/** The same ids on every site, as for categories. */
async function reasons(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('reasons')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('retired_at', 'text')
    .execute()
  const time = FOUNDED.toString(16).padStart(12, '0')
  const rows = REASONS.map((text, at) => ({
    id: time + String(at + 1).padStart(12, '0'),
    text,
    position: at + 1,
  }))
  await db.insertInto('reasons').values(rows).execute()
}
