import { expect, test } from 'vitest'
import type { Invitation } from '#contract/people/invitations.ts'
import { newId } from '#server/data/ids.ts'
import type { TestUser } from '#server/test-app.ts'
import { stopClock } from '#server/test-clock.ts'
import { invite, openSchool, tokenOf } from '#server/test-invitations.ts'

const MAIL = { environment: { MAIL_OUTBOX: 'true' } }

const list = async (
  { request }: TestUser,
  query = '',
): Promise<{ invitations: Invitation[]; total: number }> =>
  (await request('GET', `/api/invitations${query}`)).json()

test('an admin invites by a link and by mail, and finds both in the list, the newest first', async () => {
  const { admin, groupId } = await openSchool(MAIL)
  const [link] = await invite(admin, { kind: 'link', role: 'Teacher', groups: [groupId] })
  const [anna, ben] = await invite(admin, {
    kind: 'mail',
    emails: ['Anna@school.example', 'ben@school.example'],
  })
  expect(link).toMatchObject({
    kind: 'link',
    usesMax: 30,
    uses: 0,
    state: 'waiting',
    mail: null,
    email: null,
  })
  expect(link?.link).toMatch(/^http:\/\/localhost:3000\/join#invite=[0-9a-f]{24}\.[\w-]{22}$/)
  expect(anna).toMatchObject({ email: 'Anna@school.example', usesMax: 1, mail: 'waiting', canChange: true })
  const days = (Date.parse(anna?.expiresAt ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(14)
  const { invitations, total } = await list(admin)
  expect(invitations.map(({ _id }) => _id)).toEqual([ben?._id, anna?._id, link?._id])
  expect(total).toBe(3)
  expect(invitations[2]).toMatchObject({
    role: 'Teacher',
    groups: [{ _id: groupId, name: 'Class 7b' }],
    createdBy: { username: 'Root' },
  })
})

test.each([
  [{ kind: 'post' }, { kind: 'Kind must be link or mail.' }],
  [{ kind: 'link', uses: 1001 }, { uses: 'Uses must be between 1 and 1000.' }],
  [{ kind: 'link', days: 91 }, { days: 'Days must be between 1 and 90.' }],
  [{ kind: 'link', days: 0.5 }, { days: 'Days must be between 1 and 90.' }],
  [{ kind: 'link', role: 'Admin' }, { role: 'Role must be Teacher, Student or Other.' }],
  [{ kind: 'link', groups: [newId()] }, { groups: 'Choose groups from the list.' }],
  [{ kind: 'mail' }, { emails: 'Enter an email address.' }],
  [{ kind: 'mail', emails: ['anna@', 'b@x.example'] }, { emails: '"anna@" is not an email address.' }],
  [
    { kind: 'mail', emails: Array.from({ length: 101 }, (_, n) => `a${n}@x.example`) },
    { emails: 'Enter at most 100 addresses.' },
  ],
])('an invitation with a wrong field gets a sentence at it: %o', async (draft, errors) => {
  const { admin } = await openSchool()
  const answer = await admin.request('POST', '/api/invitations', draft)
  expect([answer.statusCode, answer.json().errors]).toEqual([400, errors])
  expect((await list(admin)).total).toBe(0)
})

test('a lead invites students to their own groups, within the limits of a lead', async () => {
  const { lead, leo, groupId, otherId } = await openSchool()
  const ask = async (user: TestUser, draft: object) => {
    const answer = await user.request('POST', '/api/invitations', {
      kind: 'link',
      groups: [groupId],
      ...draft,
    })
    return [answer.statusCode, answer.json().errors ?? answer.json().message]
  }
  const refused = [403, 'Leads can invite students to their own groups.']
  expect(await ask(lead, { groups: [otherId] })).toEqual(refused)
  expect(await ask(lead, { groups: [groupId, otherId] })).toEqual(refused)
  expect(await ask(lead, { groups: [] })).toEqual(refused)
  expect(await ask(leo, {})).toEqual(refused)
  expect(await ask(lead, { role: 'Teacher' })).toEqual([400, { role: 'Leads can invite students only.' }])
  expect(await ask(lead, { uses: 101 })).toEqual([400, { uses: 'Uses must be between 1 and 100.' }])
  expect(await ask(lead, { days: 31 })).toEqual([400, { days: 'Days must be between 1 and 30.' }])
  expect(await ask(lead, { uses: 100, days: 30 })).toEqual([201, 'The link is ready.'])
})

test('a lead sees the invitations to their groups, but not whom others invited and no link that gives more', async () => {
  const { admin, lead, leo, groupId, otherId } = await openSchool()
  await invite(admin, { kind: 'mail', emails: ['anna@school.example'], groups: [groupId] })
  await invite(admin, { kind: 'link', role: 'Teacher', groups: [groupId] })
  await invite(admin, { kind: 'link', groups: [groupId, otherId] })
  await invite(admin, { kind: 'link', groups: [otherId] })
  await invite(lead, { kind: 'mail', emails: ['ben@school.example'], groups: [groupId] })
  const { invitations, total } = await list(lead)
  expect(total).toBe(4)
  expect(invitations).toMatchObject([
    { email: 'ben@school.example', canChange: true },
    { canChange: false, link: null },
    { role: 'Teacher', canChange: false, link: null },
    { email: 'a•••@school.example', canChange: true },
  ])
  expect(await list(lead, `?group=${otherId}`)).toMatchObject({ invitations: [], total: 0 })
  expect((await list(admin, `?group=${otherId}`)).total).toBe(2)
  expect(await list(leo)).toMatchObject({ invitations: [], total: 0 })
  const [, , teacher] = invitations
  for (const [method, path] of [
    ['POST', '/send'],
    ['DELETE', ''],
  ] as const)
    expect((await lead.request(method, `/api/invitations/${teacher?._id}${path}`, {})).statusCode).toBe(404)
})

test('the list is filtered by state', async () => {
  const { testApp, admin } = await openSchool()
  const ids: string[] = []
  for (const _ of ['waiting', 'used', 'expired', 'revoked']) {
    const [made] = await invite(admin, { kind: 'link', uses: 1 })
    ids.push(made?._id ?? '')
  }
  const [waiting = '', used = '', expired = '', revoked = ''] = ids
  const change = (id: string, values: object) =>
    testApp.db.updateTable('invitations').set(values).where('id', '=', id).execute()
  await change(used, { uses: 1 })
  await change(expired, { expires_at: '2026-01-01T00:00:00.000Z' })
  await admin.request('DELETE', `/api/invitations/${revoked}`)
  for (const [state, id] of Object.entries({ waiting, used, expired, revoked })) {
    const { invitations, total } = await list(admin, `?state=${state}`)
    expect([total, invitations.map((each) => [each._id, each.state])]).toEqual([1, [[id, state]]])
    expect(invitations[0]?.link === null).toBe(state !== 'waiting')
  }
})

test('an address that is invited already gets no second invitation', async () => {
  const { admin, groupId, otherId } = await openSchool(MAIL)
  const [first] = await invite(admin, { kind: 'mail', emails: ['anna@school.example'], groups: [groupId] })
  const draft = {
    kind: 'mail',
    emails: ['ANNA@school.example', 'anna@school.example'],
    groups: [otherId],
    days: 30,
  }
  const [again, ...others] = await invite(admin, { ...draft, role: 'Teacher' })
  expect(others).toEqual([])
  expect(again).toMatchObject({ _id: first?._id, role: 'Teacher' })
  expect(again?.groups.map(({ name }) => name)).toEqual(['Class 7b', 'Film club'])
  expect(Date.parse(again?.expiresAt ?? '')).toBeGreaterThan(Date.parse(first?.expiresAt ?? ''))
})

test('a lead does not change the invitation of an admin that gives more', async () => {
  const { testApp, admin, lead, groupId } = await openSchool()
  const emails = ['anna@school.example']
  const [teacher] = await invite(admin, { kind: 'mail', emails, role: 'Teacher', groups: [groupId] })
  const [student] = await invite(lead, { kind: 'mail', emails, groups: [groupId] })
  expect(student?._id).not.toBe(teacher?._id)
  const rows = await testApp.db.selectFrom('invitations').select('role').orderBy('id').execute()
  expect(rows.map(({ role }) => role)).toEqual(['Teacher', 'Student'])
})

test('an invitation is mailed again once an hour, and lasts longer then', async () => {
  const pass = stopClock()
  const { testApp, admin } = await openSchool(MAIL)
  const [made] = await invite(admin, { kind: 'mail', emails: ['anna@school.example'], days: 1 })
  const send = () => admin.request('POST', `/api/invitations/${made?._id}/send`, {})
  pass(60)
  const early = await send()
  expect([early.statusCode, early.headers['retry-after'], early.json().message]).toEqual([
    429,
    '3540',
    'This invitation was mailed less than an hour ago. Please try again in 59 minutes.',
  ])
  // An admin who does nothing for an hour is logged out.
  const expires_at = new Date(Date.now() + 7_200_000).toISOString()
  await testApp.db.updateTable('sessions').set({ expires_at }).execute()
  pass(1800)
  await list(admin)
  pass(1741)
  const ended = { expires_at: new Date(Date.now() - 1).toISOString() }
  await testApp.db.updateTable('invitations').set(ended).execute()
  expect((await list(admin)).invitations).toMatchObject([{ state: 'expired' }])
  const again = await send()
  expect([again.statusCode, again.json().message]).toEqual([200, 'The invitation is sent again.'])
  expect(again.json().invitation).toMatchObject({ state: 'waiting', mail: 'waiting' })
  const mails = await testApp.db.selectFrom('mails').select(['kind', 'address', 'invitation_id']).execute()
  expect(mails).toEqual(
    Array.from({ length: 2 }, () => ({
      kind: 'invitation',
      address: 'anna@school.example',
      invitation_id: made?._id,
    })),
  )
})

test('what cannot be mailed says what to do instead', async () => {
  const { admin } = await openSchool()
  const [link] = await invite(admin, { kind: 'link' })
  const [anna] = await invite(admin, { kind: 'mail', emails: ['anna@school.example'] })
  const send = async (id = '') =>
    (await admin.request('POST', `/api/invitations/${id}/send`, {})).json().message
  expect(await send(link?._id)).toBe('A link is not mailed. Copy it instead.')
  expect(await send(anna?._id)).toBe('This site sends no mail: copy the link for each person.')
  await admin.request('DELETE', `/api/invitations/${anna?._id}`)
  expect(await send(anna?._id)).toBe('This invitation was withdrawn.')
})

test('a withdrawn invitation cannot be used, and withdrawing it again changes nothing', async () => {
  const { testApp, admin } = await openSchool()
  const [made] = await invite(admin, { kind: 'link' })
  const revoke = () => admin.request('DELETE', `/api/invitations/${made?._id}`)
  expect((await revoke()).json()).toMatchObject({ invitation: { state: 'revoked', link: null } })
  expect((await revoke()).statusCode).toBe(200)
  const read = await testApp.request('POST', '/api/invitations/read', {
    invitation: tokenOf(made ?? { link: null }),
  })
  expect(read.json().message).toBe('This invitation was withdrawn.')
  const audited = await testApp.db.selectFrom('audit').select('action').orderBy('id').execute()
  expect(audited.map(({ action }) => action)).toEqual(['invitation.created', 'invitation.revoked'])
})
