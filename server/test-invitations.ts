import type { Invitation } from '#contract/people/invitations.ts'
import { newId } from './data/ids.ts'
import { openTestApp, picture, type TestApp, type TestUser, Upload } from './test-app.ts'
import { insertGroup } from './test-groups.ts'

/** A site with an admin, a lead of "Class 7b", and a student who is in no group. */
export async function openSchool(options: Parameters<typeof openTestApp>[0] = {}) {
  const testApp = await openTestApp(options)
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const lead = await testApp.user('Marta', 'Teacher')
  const leo = await testApp.user('Leo')
  const groupId = await insertGroup(testApp, { name: 'Class 7b', leads: [lead] })
  const otherId = await insertGroup(testApp, { name: 'Film club' })
  return { testApp, admin, lead, leo, groupId, otherId }
}

/** An invitation by mail to this group, a link to another group that nobody is in, and a checked file. */
export async function insertInvitations({ db }: Pick<TestApp, 'db'>, groupId: string) {
  const [invitationId, openInvitationId, importId] = [newId(), newId(), newId()]
  const emptyId = await insertGroup({ db })
  const created_at = new Date().toISOString()
  const common = {
    role: 'Student' as const,
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    created_at,
  }
  const email = 'anna@school.example'
  await db
    .insertInto('invitations')
    .values([
      { ...common, id: invitationId, kind: 'mail', email, email_key: email, uses_max: 1 },
      { ...common, id: openInvitationId, kind: 'link', uses_max: 30 },
    ])
    .execute()
  await db
    .insertInto('invitation_groups')
    .values([
      { invitation_id: invitationId, group_id: groupId },
      { invitation_id: openInvitationId, group_id: emptyId },
    ])
    .execute()
  const line = {
    line: 2,
    name: 'Ben',
    email: 'ben@school.example',
    role: '',
    groups: [],
    state: 'new',
    message: '',
  }
  const lines = JSON.stringify({ separator: ',', lines: [line], missingGroups: [], total: 1 })
  await db.insertInto('imports').values({ id: importId, lines, state: 'checked', created_at }).execute()
  return { invitationId, openInvitationId, importId }
}

/** Invites as that user; fails unless it works. */
export async function invite({ request }: Pick<TestUser, 'request'>, draft: object): Promise<Invitation[]> {
  const answer = await request('POST', '/api/invitations', draft)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().invitations
}

/** The token at the end of the link of an invitation. */
export function tokenOf({ link }: Pick<Invitation, 'link'>): string {
  const [, token] = /\/join#invite=([\w.-]+)$/.exec(link ?? '') ?? []
  if (token === undefined) throw new Error('The invitation has no link.')
  return token
}

/** Somebody registers, with an invitation if `invitation` is its token. */
export async function register({ request }: Pick<TestApp, 'request'>, fields: Record<string, string>) {
  const own = { username: 'Nora Klein', password: 'plum tree 44', confirmPassword: 'plum tree 44' }
  const photo = { field: 'profilePhoto', bytes: await picture('#0d6348', { width: 64, height: 64 }) }
  return request('POST', '/api/auth/register', new Upload({ ...own, ...fields }, photo))
}

/** The names of the groups of the user with this address, with how they came. */
export async function groupsOf({ db }: TestApp, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .select(['groups.name', 'group_members.source'])
    .where('users.email_key', '=', email.toLowerCase())
    .orderBy('groups.name')
    .execute()
  return rows.map(({ name, source }) => `${name}, ${source}`)
}
