import { expect, test } from 'vitest'
import { newId } from '#server/data/ids.ts'
import { invitationToken } from '#server/features/account/auth/invitations.ts'
import type { TestApp, TestUser } from '#server/test-app.ts'
import { groupsOf, invite, openSchool, register, tokenOf } from '#server/test-invitations.ts'

const read = ({ request }: TestApp, invitation: string) =>
  request('POST', '/api/invitations/read', { invitation })
const accept = ({ request }: TestUser, invitation: string) =>
  request('POST', '/api/invitations/accept', { invitation })

async function usesOf({ db }: TestApp): Promise<number[]> {
  const rows = await db.selectFrom('invitations').select('uses').orderBy('id').execute()
  return rows.map(({ uses }) => uses)
}

test('whoever has the link reads what it gives', async () => {
  const { testApp, admin, groupId } = await openSchool()
  const [made] = await invite(admin, { kind: 'mail', emails: ['anna@school.example'], groups: [groupId] })
  expect((await read(testApp, tokenOf(made ?? { link: null }))).json()).toEqual({
    site: 'Lectern',
    kind: 'mail',
    role: 'Student',
    groups: ['Class 7b'],
    email: 'anna@school.example',
    username: null,
    expiresAt: made?.expiresAt,
  })
})

test('a forged link is not valid: another id, signature, purpose, or spelling of the signature', async () => {
  const { testApp, admin } = await openSchool()
  const [made] = await invite(admin, { kind: 'link' })
  const token = tokenOf(made ?? { link: null })
  const [id = '', signature = ''] = token.split('.')
  const { secrets } = testApp.context
  const forged = [
    '',
    'x',
    id,
    `${newId()}.${signature}`,
    `${id}.${'A'.repeat(22)}`,
    `${id}.${signature}=`,
    `${id}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
    secrets.sign('invitation', id),
    invitationToken(secrets, newId(), 'copied'),
  ]
  for (const invitation of forged) {
    const answer = await read(testApp, invitation)
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'This invitation is not valid.'])
  }
  expect(secrets.isMac('invitation', id, signature)).toBe(true)
  expect(secrets.isMac('invitation by mail', id, signature)).toBe(false)
})

test('many forged links from one network are throttled, and the right link still works', async () => {
  const { testApp, admin } = await openSchool({ rateScale: 1 })
  const [made] = await invite(admin, { kind: 'link' })
  const statuses: number[] = []
  for (let n = 0; n < 8; n += 1)
    statuses.push((await read(testApp, `${newId()}.${'A'.repeat(22)}`)).statusCode)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
  expect((await read(testApp, tokenOf(made ?? { link: null }))).statusCode).toBe(200)
})

test('a logged-in user joins the groups, and a second press changes nothing', async () => {
  const { testApp, admin, leo, groupId, otherId } = await openSchool()
  const [made] = await invite(admin, { kind: 'link', groups: [groupId, otherId], uses: 1 })
  const token = tokenOf(made ?? { link: null })
  const joined = await accept(leo, token)
  expect(joined.json()).toMatchObject({
    message: 'You are in Class 7b and Film club.',
    groups: [{ name: 'Class 7b' }, { name: 'Film club' }],
    role: 'Student',
  })
  expect((await accept(leo, token)).statusCode).toBe(200)
  expect(await groupsOf(testApp, `${leo.id}@example.org`)).toEqual([
    'Class 7b, invitation',
    'Film club, invitation',
  ])
  expect(await usesOf(testApp)).toEqual([1])
  expect((await accept(admin, token)).json().message).toBe('This invitation has been used.')
})

test('an invitation to teach makes a teacher, and never a student', async () => {
  const { testApp, admin, lead, leo } = await openSchool()
  const [teach] = await invite(admin, { kind: 'link', role: 'Teacher' })
  const [learn] = await invite(admin, { kind: 'link' })
  expect((await accept(leo, tokenOf(teach ?? { link: null }))).json().role).toBe('Teacher')
  expect((await accept(lead, tokenOf(learn ?? { link: null }))).json().role).toBe('Teacher')
  const teachers = await testApp.db.selectFrom('users').select('id').where('role', '=', 'Teacher').execute()
  expect(teachers.map(({ id }) => id).toSorted()).toEqual([lead.id, leo.id].toSorted())
  expect((await testApp.request('GET', '/api/users/teacherSearch?q=Leo')).json().total).toBe(1)
})

test('a mail invitation is for its address, and only the mailed link confirms it', async () => {
  const { testApp, admin, leo, groupId } = await openSchool()
  const address = `${leo.id}@example.org`
  const [other] = await invite(admin, { kind: 'mail', emails: ['anna@school.example'] })
  const refused = await accept(leo, tokenOf(other ?? { link: null }))
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'This invitation is for another address.',
  ])
  const [own] = await invite(admin, { kind: 'mail', emails: [address.toUpperCase()], groups: [groupId] })
  await testApp.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', leo.id).execute()
  const isConfirmed = async () => {
    const row = await testApp.db
      .selectFrom('users')
      .select('email_verified_at')
      .where('id', '=', leo.id)
      .executeTakeFirstOrThrow()
    return row.email_verified_at !== null
  }
  expect((await accept(leo, tokenOf(own ?? { link: null }))).statusCode).toBe(200)
  expect(await isConfirmed()).toBe(false)
  const mailed = invitationToken(testApp.context.secrets, own?._id ?? '', 'mailed')
  expect((await accept(leo, mailed)).statusCode).toBe(200)
  expect(await isConfirmed()).toBe(true)
})

test('a registration with the link is in the groups at once', async () => {
  const { testApp, admin, groupId } = await openSchool()
  const [made] = await invite(admin, { kind: 'mail', emails: ['nora@school.example'], groups: [groupId] })
  const { secrets } = testApp.context
  const invitation = invitationToken(secrets, made?._id ?? '', 'mailed')
  const other = await register(testApp, { email: 'ben@school.example', invitation })
  expect([other.statusCode, other.json().message]).toEqual([400, 'This invitation is for another address.'])
  expect((await register(testApp, { email: 'Nora@school.example', invitation })).statusCode).toBe(201)
  expect(await groupsOf(testApp, 'nora@school.example')).toEqual(['Class 7b, invitation'])
  const nora = await testApp.db
    .selectFrom('users')
    .select('email_verified_at')
    .where('email_key', '=', 'nora@school.example')
    .executeTakeFirstOrThrow()
  expect(nora.email_verified_at).not.toBeNull()
  expect(await usesOf(testApp)).toEqual([1])
  const late = await register(testApp, { email: 'nora2@school.example', invitation })
  expect(late.json().message).toBe('This invitation has been used.')
})

test('of 50 who use an invitation for one at once, exactly one registers', async () => {
  const { testApp, admin, groupId } = await openSchool()
  const [made] = await invite(admin, { kind: 'link', uses: 1, groups: [groupId] })
  const invitation = tokenOf(made ?? { link: null })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => register(testApp, { email: `n${n}@school.example`, invitation })),
  )
  const said = answers.map((answer) => `${answer.statusCode} ${answer.json().message}`)
  expect(said.filter((each) => each.startsWith('201'))).toHaveLength(1)
  expect(new Set(said.filter((each) => !each.startsWith('201')))).toEqual(
    new Set(['400 This invitation has been used.']),
  )
  expect(await usesOf(testApp)).toEqual([1])
  const { members_count } = await testApp.db
    .selectFrom('groups')
    .select('members_count')
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow()
  expect(members_count).toBe(2)
  const images = await testApp.db.selectFrom('images').select('name').execute()
  const users = await testApp.db.selectFrom('users').select('id').execute()
  expect(images.length).toBeLessThanOrEqual(users.length)
})

test('users who press Join at once share the uses', async () => {
  const { testApp, admin, groupId } = await openSchool()
  const users = await testApp.users(Array.from({ length: 12 }, (_, n) => ({ name: `Pupil ${n}` })))
  const [made] = await invite(admin, { kind: 'link', uses: 5, groups: [groupId] })
  const token = tokenOf(made ?? { link: null })
  const answers = await Promise.all(users.map((user) => accept(user, token)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
  expect(await usesOf(testApp)).toEqual([5])
})
