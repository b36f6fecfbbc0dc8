import type { CallName, StreamName } from '#contract/calls.ts'
import { newId } from './data/ids.ts'
import { invitationToken } from './features/account/auth/invitations.ts'
import { drawSetupCode } from './features/account/auth/setup.ts'
import { linkKeyOf } from './features/catalog/audience/links.ts'
import { makeEmailToken } from './features/mail/email-tokens.ts'
import { picture, Upload } from './test-app.ts'
import { type Fixtures, VTT } from './test-fixtures.ts'
import { PASSWORD } from './test-passwords.ts'
import { PEOPLE_INPUTS } from './test-people.ts'
import { saveOf } from './test-progress.ts'
import { PROVIDER_INPUTS } from './test-provider-inputs.ts'
import { SIGN_IN_INPUTS } from './test-second-step.ts'

interface ValidInput {
  query?: string
  body?: object | Upload
  headers?: Record<string, string>
}
let small: Promise<Buffer> | undefined

/** Valid query and body of each call; only the caller may lack permission. */
export const VALID_INPUTS: Partial<
  Record<CallName | StreamName, (fixtures: Fixtures) => ValidInput | Promise<ValidInput>>
> = {
  'auth.register': async () => ({ body: await form('profilePhoto', newcomer()) }),
  'setup.create': async ({ testApp: { db } }) => {
    await db.updateTable('users').set({ is_admin: 0 }).execute()
    return { body: new Upload({ ...newcomer(), code: (await drawSetupCode(db)) ?? '' }) }
  },
  'overview.hideChecklist': () => ({ body: { hidden: true } }),
  'overview.retryJobs': () => ({ body: {} }),
  'auth.login': ({ email }) => ({ body: { email, password: PASSWORD } }),
  'auth.reset': ({ email, code }) => ({
    body: { email, code, newPassword: 'plum tree 44', confirmPassword: 'plum tree 44' },
  }),
  'auth.forgot': ({ email }) => ({ body: { email } }),
  'auth.verifyAgain': () => ({ body: {} }),
  'auth.verify': async ({ testApp: { db }, users, email }) => ({
    body: { token: await makeEmailToken(db, { kind: 'verify', userId: users.Student.id, email }) },
  }),
  'users.setPlayer': () => ({ body: { rate: 2 } }),
  'users.update': async () => ({ body: new Upload({ username: 'Somebody Else' }) }),
  'playlists.create': async () => ({ body: await form('mainPlaylistImage', PLAYLIST) }),
  'playlists.update': () => ({ body: new Upload({ title: 'Another title' }) }),
  'courses.create': async () => ({ body: await form('tutorialImage', COURSE) }),
  'courses.update': () => ({
    body: new Upload({ videoTitle: 'Another title', corrections: '0:05 It is the variable.' }),
  }),
  'visibility.change': () => ({ body: { visibility: 'members' } }),
  'visibility.newLink': () => ({ body: {} }),
  'visibility.open': ({ testApp, ids: { playlistId: id = '' } }) => ({
    body: { key: linkKeyOf(testApp.context.secrets, { id, link_number: 1 }) },
  }),
  'visibility.audience': () => ({ query: 'visibility=members' }),
  'outline.save': async ({ testApp: { db }, ids }) => {
    const { playlistId = '' } = ids
    const playlist = await db
      .selectFrom('playlists')
      .select('outline_version')
      .where('id', '=', playlistId)
      .executeTakeFirst()
    const version = playlist?.outline_version ?? 0
    const rows = await db.selectFrom('courses').select('id').where('playlist_id', '=', playlistId).execute()
    const courses = rows.map(({ id }) => id)
    return { body: { version, sections: [{ title: 'The basics', courses }], loose: [] } }
  },
  'outline.grid': async ({ testApp: { db }, ids }) => {
    const { courseId: _id = '' } = ids
    const course = await db
      .selectFrom('courses')
      .select('updated_at')
      .where('id', '=', _id)
      .executeTakeFirst()
    const updatedAt = course?.updated_at ?? new Date().toISOString()
    return { body: { changes: [{ _id, updatedAt, title: 'Another title' }] } }
  },
  'review.batch': ({ ids }) => ({ body: { ids: [ids.courseId], action: 'delete' } }),
  'trash.restore': () => ({ body: {} }),
  'captions.save': () => ({
    body: new Upload(
      { label: 'Spoken' },
      { field: 'file', bytes: Buffer.from(VTT), name: 'a.vtt', type: 'text/vtt' },
    ),
  }),
  'courses.fault': () => ({ body: { code: '150' } }),
  'likes.like': () => ({ body: {} }),
  'progress.save': () => ({ body: saveOf([[5, 10]]) }),
  'progress.done': () => ({ body: { done: false } }),
  'progress.hide': () => ({ body: { hidden: true } }),
  'progress.list': () => ({ query: 'kind=history' }),
  'progress.merge': ({ ids }) => ({ body: { items: [offline(ids.courseId)] } }),
  'comments.list': ({ ids }) => ({ query: `courseId=${ids.courseId}` }),
  'comments.create': ({ ids }) => ({ body: { text: 'Nice.', courseId: ids.courseId } }),
  'comments.update': () => ({ body: { text: 'Another word.' } }),
  'comments.answer': ({ ids }) => ({ body: { by: ids.replyId } }),
  'comments.pin': () => ({ body: { pinned: true } }),
  'comments.like': () => ({ body: {} }),
  'comments.mentionable': () => ({ query: 'q=a' }),
  'privacy.update': () => ({ body: { progressShown: false, told: true } }),
  'learning.days': () => ({ query: 'from=2026-01-01' }),
  'notes.create': ({ ids }) => ({ body: { courseId: ids.courseId, at: 95, text: 'Remember.' } }),
  'notes.export': ({ ids }) => ({ query: `playlistId=${ids.playlistId}` }),
  'notes.update': () => ({ body: { text: 'Another word.' } }),
  'notifications.read': () => ({ body: { upTo: 'f'.repeat(24) } }),
  'notifications.setSettings': () => ({ body: { settings: [{ kind: 'reply', app: false, mail: 'never' }] } }),
  'notifications.unsubscribe': ({ testApp, users }) => {
    const claim = JSON.stringify({ user: users.Student.id, kinds: ['reply'] })
    return { body: { token: testApp.context.secrets.sign('unsubscribe', claim) } }
  },
  'saves.list': ({ ids }) => ({ query: `userId=${ids.userId}` }),
  ...SIGN_IN_INPUTS,
  ...PROVIDER_INPUTS,
  'auth.endSessions': () => ({ body: { password: PASSWORD } }),
  'categories.create': () => ({ body: { title: `new ${newId()}` } }),
  'categories.update': () => ({ body: { title: `now ${newId()}` } }),
  'approval.playlist': () => ({ body: { isPlaylistApproved: 'cancel' } }),
  'approval.course': () => ({ body: { isCourseApproved: 'processing' } }),
  'videoLinks.read': () => ({ body: { text: 'https://youtu.be/dQw4w9WgXcQ' } }),
  'videoLinks.add': () => ({
    body: { items: [{ source: 'youtube', key: 'dQw4w9WgXcQ', title: 'Next steps' }] },
  }),
  'review.claim': () => ({ body: {} }),
  'review.decide': () => ({ body: { state: 'approved' } }),
  'review.decideMany': ({ ids }) => ({ body: { ids: [ids.revisionId], state: 'approved' } }),
  'review.note': () => ({ body: { field: 'title', text: 'Say more.' } }),
  'review.answerNote': () => ({ body: { done: true } }),
  'review.writeMessage': () => ({ body: { text: 'Which slide?' } }),
  'review.claimRound': () => ({ body: {} }),
  'review.decideRound': () => ({ body: { state: 'approved' } }),
  'settings.update': async ({ testApp: { db } }) => {
    const newest = await db
      .selectFrom('settings')
      .select('updated_at')
      .orderBy('updated_at', 'desc')
      .executeTakeFirst()
    const version = newest?.updated_at ?? ''
    return { body: { version, changes: { teachers: 'request' }, password: PASSWORD } }
  },
  'settings.logo': async () => ({ body: await logo() }),
  'legal.preview': () => ({ body: { markdown: '# Terms' } }),
  'legal.publish': () => ({ body: { markdown: '# Terms' } }),
  'consents.accept': () => ({ body: { terms: 1 } }),
  'teacherRequests.create': async ({ testApp: { db }, caller }) => {
    // A teacher has no reason to ask.
    if (caller) await db.updateTable('users').set({ role: 'Student' }).where('id', '=', caller.id).execute()
    return { body: { reason: 'Woodwork for beginners.' } }
  },
  'teacherRequests.decide': () => ({ body: { accepted: true } }),
  'reports.create': ({ ids }) => ({
    body: { subjectKind: 'comment', subjectId: ids.commentId, reason: 'Spam' },
  }),
  'reports.decide': () => ({ body: { state: 'removed' } }),
  ...PEOPLE_INPUTS,
  'users.suspend': () => ({ body: { suspended: true, reason: 'Advertising.', password: PASSWORD } }),
  'users.setRole': () => ({ body: { role: 'Teacher', password: PASSWORD } }),
  'users.setAdmin': () => ({ body: { admin: true, password: PASSWORD } }),
  'review.trust': () => ({ body: { trusted: true, password: PASSWORD } }),
  'invitations.create': ({ ids }) => ({ body: { kind: 'link', groups: [ids.groupId] } }),
  'invitations.send': () => ({ body: {} }),
  'invitations.read': openInvitation,
  'invitations.accept': openInvitation,
  'imports.check': () => ({
    body: new Upload(
      {},
      { field: 'file', bytes: Buffer.from('name,email\nAnna,anna@school.example'), name: 'people.csv' },
    ),
  }),
  'imports.start': () => ({ body: {} }),
  'groups.create': () => ({ body: { name: `Class ${newId()}` } }),
  'groups.update': () => ({ body: { description: 'Another one.' } }),
  'groups.people': () => ({ query: 'q=a' }),
  'groups.add': ({ ids }) => ({ body: { ids: [ids.personId] } }),
  'groups.setMember': () => ({ body: {} }),
  'search.playlists': () => ({ query: 'q=html' }),
  'search.moments': () => ({ query: 'q=html' }),
  live: ({ ids }) => ({ query: `courseId=${ids.courseId}` }),
}

function offline(courseId = '') {
  const endedAt = new Date().toISOString()
  return { ...saveOf([[5, 10]]), courseId, startedAt: endedAt, endedAt }
}

const PLAYLIST = { title: 'Learn CSS', description: 'All of it.', category: 'development' }
const COURSE = { videoTitle: 'Next steps', description: 'Go on.', videoLink: 'dQw4w9WgXcQ' }
const newcomer = () => ({
  username: 'New Person',
  email: `${newId()}@example.org`,
  password: 'plum tree 44',
  confirmPassword: 'plum tree 44',
})

async function form(field: string, fields: Record<string, string>): Promise<Upload> {
  small ??= picture('#334455', { width: 32, height: 32 })
  return new Upload(fields, { field, bytes: await small })
}

async function logo(): Promise<Upload> {
  return new Upload({}, { field: 'logo', bytes: await picture('#0d6348', { width: 128, height: 128 }) })
}

/** The link of an invitation to a group that nobody is in. */
function openInvitation({ testApp, ids }: Fixtures): ValidInput {
  const { secrets } = testApp.context
  return { body: { invitation: invitationToken(secrets, ids.openInvitationId ?? '', 'copied') } }
}
