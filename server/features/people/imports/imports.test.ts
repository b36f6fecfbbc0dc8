import { expect, test } from 'vitest'
import type { Import } from '#contract/people/imports.ts'
import { type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertGroup } from '#server/test-groups.ts'
import { groupsOf, invite, openSchool } from '#server/test-invitations.ts'
import { mailSettings, openMailServer, sendWaiting } from '#server/test-mail-server.ts'

const csv = (text: string | Buffer) =>
  new Upload({}, { field: 'file', bytes: Buffer.from(text), name: 'people.csv', type: 'text/csv' })

async function check({ request }: TestUser, text: string): Promise<Import> {
  const answer = await request('POST', '/api/imports', csv(text))
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}

const start = ({ request }: TestUser, { _id }: Pick<Import, '_id'>, body: object = {}) =>
  request('POST', `/api/imports/${_id}/start`, body)

const statesOf = ({ lines }: Import) => lines.map(({ line, state, message }) => [line, state, message])

async function rowsIn({ db }: TestApp): Promise<number> {
  const tables = ['users', 'groups', 'group_members', 'invitations', 'mails', 'jobs'] as const
  const all = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return all.flat().length
}

test('each line says what will happen, and checking creates nothing', async () => {
  const { testApp, admin, leo, groupId } = await openSchool({ environment: { MAIL_OUTBOX: 'true' } })
  await invite(admin, { kind: 'mail', emails: ['tom@school.example'] })
  const before = await rowsIn(testApp)
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format()
  const file = await check(
    admin,
    [
      'name;email;role;groups',
      'Jonas Berg;jonas@school.example;;class 7B|Film club|Class 7b',
      'Leo;leo@;Student;Class 7b',
      'N;nora@school.example;Student;',
      'Ivy Chen;ivy@school.example;Pupil;',
      'Kim;kim@school.example;student;Class 7d',
      `Leo;${leo.id}@example.org;Teacher;Class 7b`,
      'Tom Ashby;TOM@school.example;Other;',
      'Jonas;Jonas@school.example;;',
      'Amy;amy@school.example;TEACHER;x',
    ].join('\n'),
  )
  expect(statesOf(file)).toEqual([
    [2, 'new', ''],
    [3, 'bad', 'Line 3: "leo@" is not an email address.'],
    [4, 'bad', 'Line 4: name must be 2 to 50 characters.'],
    [5, 'bad', 'Line 5: role must be Student, Teacher or Other.'],
    [6, 'bad', 'Line 6: there is no group "Class 7d".'],
    [7, 'exists', 'Account exists: will be added to 1 group.'],
    [8, 'invited', `Already invited on ${day}: will be sent again.`],
    [9, 'bad', 'Line 9: this address is also in line 2.'],
    [10, 'bad', 'Line 10: "x" cannot be the name of a group.'],
  ])
  expect(file.lines.flatMap(({ wrong }) => wrong ?? [])).toEqual([
    'email',
    'name',
    'role',
    'groups',
    'email',
    'groups',
  ])
  expect(file).toMatchObject({
    separator: ';',
    state: 'checked',
    done: 0,
    total: 3,
    missingGroups: ['Class 7d'],
  })
  expect(file.lines[0]?.groups).toEqual(['Class 7b', 'Film club'])
  expect(file.lines[4]?.withGroups).toEqual({ state: 'new', message: '' })
  expect(await rowsIn(testApp)).toBe(before)
  await testApp.db
    .insertInto('group_members')
    .values({ user_id: leo.id, group_id: groupId, source: 'hand', added_at: file.createdAt })
    .execute()
  const again = await check(admin, `name,email,groups\nLeo,${leo.id}@example.org,Class 7b`)
  expect(statesOf(again)).toEqual([[2, 'exists', 'Account exists: nothing changes.']])
})

test('a person is in at most 100 groups', async () => {
  const { testApp, admin, leo } = await openSchool()
  for (let n = 0; n < 100; n += 1) await insertGroup(testApp, { name: `Group ${n}`, members: [leo] })
  const many = Array.from({ length: 101 }, (_, n) => `Class ${n}`).join('|')
  const file = await check(
    admin,
    `name,email,groups\nLeo,${leo.id}@example.org,Class 7b\nKim,kim@x.example,${many}`,
  )
  expect(statesOf(file)).toEqual([
    [2, 'bad', 'Line 2: a person can be in at most 100 groups.'],
    [3, 'bad', 'Line 3: a person can be in at most 100 groups.'],
  ])
})

test('people are invited by mail or added to groups, and missing groups are added', async () => {
  const server = await openMailServer()
  const { testApp, admin, leo } = await openSchool({ environment: mailSettings(server) })
  const file = await check(
    admin,
    `name,email,role,groups\nJonas Berg,jonas@school.example,Teacher,Class 7d\nLeo,${leo.id}@example.org,Teacher,Class 7b\nX,bad,,`,
  )
  const heard: unknown[] = []
  testApp.context.events.watchUser(admin.id, ({ event }) => heard.push(event))
  const started = await start(admin, file, { createGroups: true, sendMail: true })
  expect([started.statusCode, started.json()]).toMatchObject([202, { state: 'running', done: 0, total: 2 }])
  await sendWaiting(testApp)
  expect(heard).toContainEqual({
    type: 'user',
    userId: admin.id,
    event: { type: 'import', importId: file._id, state: 'done', done: 2, total: 2 },
  })
  expect((await admin.request('GET', `/api/imports/${file._id}`)).json()).toMatchObject({
    state: 'done',
    done: 2,
  })
  expect(server.received.map(({ to, subject }) => [to, subject])).toEqual([
    ['jonas@school.example', 'You are invited to Lectern'],
  ])
  expect(await groupsOf(testApp, `${leo.id}@example.org`)).toEqual(['Class 7b, hand'])
  const { role } = await testApp.db
    .selectFrom('users')
    .select('role')
    .where('id', '=', leo.id)
    .executeTakeFirstOrThrow()
  expect(role).toBe('Student')
  const { invitations } = (await admin.request('GET', '/api/invitations')).json()
  expect(invitations).toMatchObject([
    {
      email: 'jonas@school.example',
      username: 'Jonas Berg',
      role: 'Teacher',
      groups: [{ name: 'Class 7d' }],
    },
  ])
  const again = await start(admin, file)
  expect([again.statusCode, again.json().message]).toEqual([202, 'These people are being invited already.'])
  expect(
    await testApp.db.selectFrom('jobs').select('kind').where('kind', '=', 'imports.run').execute(),
  ).toEqual([])
})

test('without mail the links are downloaded, and no cell is a formula', async () => {
  const { testApp, admin } = await openSchool({ environment: { PUBLIC_URL: 'https://school.example' } })
  const evil = '=HYPERLINK("http://evil.example")'
  const file = await check(
    admin,
    `name,email,groups\n"${evil.replaceAll('"', '""')}",a+b@x.example,Film club\n@SUM,-c@x.example,\n+49,d@x.example,\n-1+1,e@x.example,`,
  )
  await start(admin, file, { sendMail: false })
  await sendWaiting(testApp)
  const links = await admin.request('GET', `/api/imports/${file._id}/links`)
  expect(links.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, ...rows] = links.body.split('\r\n')
  expect(head).toBe('name,email,role,groups,link')
  expect(rows[0]).toMatch(
    /^"'=HYPERLINK\(""http:\/\/evil\.example""\)",a\+b@x\.example,Student,Film club,https:\/\/school\.example\/join#invite=[\w.-]+$/,
  )
  expect(rows[1]).toMatch(/^'@SUM,'-c@x\.example,/)
  expect(rows.slice(2)).toMatchObject([/^'\+49,/, /^'-1\+1,/, ''].map((each) => expect.stringMatching(each)))
  expect(await testApp.db.selectFrom('mails').select('id').execute()).toEqual([])
})

test('a file whose lines are all bad cannot be started', async () => {
  const { admin } = await openSchool()
  const file = await check(admin, 'name,email,groups\nKim,kim@x.example,Class 7d')
  expect((await start(admin, file)).json().message).toBe('No line of this file can be invited.')
  expect((await start(admin, file, { createGroups: true })).statusCode).toBe(202)
})

test('hostile files are rejected or checked, and echo no more than a part of a line', async () => {
  const { admin } = await openSchool()
  const large = await admin.request('POST', '/api/imports', csv(`name,email\n${'x'.repeat(1024 * 1024)}`))
  expect([large.statusCode, large.json().message]).toEqual([413, 'A file can have 1 MiB.'])
  const missing = await admin.request('POST', '/api/imports', new Upload({}))
  expect([missing.statusCode, missing.json().errors]).toEqual([400, { file: 'Choose a CSV file.' }])
  const line = 'x'.repeat(1024 * 1024 - 100)
  for (const text of [
    `name,email\nAnna,${line}`,
    `name,email\n${line},a@x.example`,
    `name,email\n${'"'.repeat(1000)},a@x.example`,
  ]) {
    const file = await check(admin, text)
    expect(file.lines).toHaveLength(1)
    expect(file.lines[0]?.state).toBe('bad')
    expect(file.lines[0]?.message.length).toBeLessThan(120)
  }
  const controls = await check(
    admin,
    'name,email\n"An\u0000na",a@x.example\n<script>,b@x.example\nĀ\u202Enna,c@x.example',
  )
  expect(controls.lines.map(({ state }) => state)).toEqual(['bad', 'new', 'new'])
})
