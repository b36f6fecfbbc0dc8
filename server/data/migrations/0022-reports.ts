import { type Kysely, type SqlBool, sql } from 'kysely'

/** Reports of users and suspended accounts (product/community.md, "Reports and moderation"). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['suspended_at', 'suspended_reason']) {
    await db.schema.alterTable('users').addColumn(column, 'text').execute()
  }
  await db.schema
    .createTable('reports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('reporter_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('subject_kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('course_id', 'text')
    .addColumn('hides_at', 'integer')
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('decided_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`reports_${name}`).on('reports').columns(columns)
  const open = sql<SqlBool>`state = 'open'`
  // One open report of each reporter about a subject.
  await index('once', ['subject_kind', 'subject_id', 'reporter_id']).unique().where(open).execute()
  // The cards of the admins, and the reports on each.
  await index('waiting', ['id']).where(open).execute()
  await index('subject', ['subject_kind', 'subject_id', 'id']).where(open).execute()
  // The comments of a course that reports hide.
  await index('hiding', ['course_id', 'subject_id', 'hides_at'])
    .where(sql<SqlBool>`state = 'open' and hides_at > 0`)
    .execute()
  // The records of reporters and authors, and what foreign keys look for.
  await index('reporter', ['reporter_id', 'state']).execute()
  await index('author', ['author_id', 'state', 'subject_id']).execute()
  await index('decider', ['decided_by']).where(sql<SqlBool>`decided_by is not null`).execute()
}
