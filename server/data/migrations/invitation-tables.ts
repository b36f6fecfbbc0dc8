import { type Kysely, sql } from 'kysely'
import {
  clearedWith,
  createIndexes,
  defaultsTo,
  deletedWith,
  key,
  required,
  withoutRowid,
} from './baseline/columns.ts'

/** Invitations, with the files of people that they came from. */
export async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imports')
    .addColumn('id', 'text', key)
    .addColumn('created_by', 'text', clearedWith('users.id'))
    .addColumn('lines', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('done_count', 'integer', defaultsTo(0))
    .addColumn('created_at', 'text', required)
    .execute()
  await createIndexes(db, 'imports', {
    imports_created_by: ['created_by'],
    imports_created: ['created_at'],
  })
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('email', 'text')
    .addColumn('email_key', 'text')
    .addColumn('username', 'text')
    .addColumn('role', 'text', required)
    .addColumn('uses_max', 'integer', required)
    .addColumn('uses', 'integer', defaultsTo(0))
    .addColumn('expires_at', 'text', required)
    .addColumn('created_by', 'text', clearedWith('users.id'))
    .addColumn('import_id', 'text', clearedWith('imports.id'))
    .addColumn('created_at', 'text', required)
    .addColumn('revoked_at', 'text')
    .execute()
  await createIndexes(db, 'invitations', {
    invitations_email: { columns: ['email_key'], where: sql`email_key is not null` },
    invitations_expiry: ['expires_at'],
    invitations_created_by: ['created_by', 'id'],
    invitations_import: { columns: ['import_id', 'id'], where: sql`import_id is not null` },
  })
  await createInvitationGroups(db)
}

async function createInvitationGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitation_groups')
    .addColumn('invitation_id', 'text', deletedWith('invitations.id'))
    .addColumn('group_id', 'text', deletedWith('groups.id'))
    .addPrimaryKeyConstraint('invitation_groups_key', ['invitation_id', 'group_id'])
    .$call(withoutRowid(db))
    .execute()
  await createIndexes(db, 'invitation_groups', { invitation_groups_group: ['group_id', 'invitation_id'] })
}

/** Users who ask to become teachers. */
export async function createTeacherRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('teacher_requests')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', deletedWith('users.id'))
    .addColumn('reason', 'text', required)
    .addColumn('state', 'text', defaultsTo('open'))
    .addColumn('message', 'text', defaultsTo(''))
    .addColumn('decided_by', 'text', clearedWith('users.id'))
    .addColumn('decided_at', 'text')
    .addColumn('created_at', 'text', required)
    .execute()
  await createIndexes(db, 'teacher_requests', {
    teacher_requests_open: { columns: ['user_id'], unique: true, where: sql`state = 'open'` },
    teacher_requests_user: ['user_id'],
    teacher_requests_state: ['state', 'id'],
    teacher_requests_decided_by: { columns: ['decided_by'], where: sql`decided_by is not null` },
  })
}
