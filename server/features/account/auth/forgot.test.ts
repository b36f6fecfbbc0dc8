import { expect, test } from 'vitest'
import { LINK_ON_ITS_WAY, LINK_USED, PASSWORD_RESET } from '#contract/mail/mail-messages.ts'
import { makeEmailToken } from '#server/features/mail/email-tokens.ts'
import { openTestApp, type TestApp } from '#server/test-app.ts'
import { mailSettings, openMailServer, sendWaiting, tokenIn } from '#server/test-mail-server.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'

const NEW_PASSWORD = 'plum tree 44'

async function openSite(options: Parameters<typeof openTestApp>[0] = {}) {
  const server = await openMailServer()
  const testApp = await openTestApp({ ...options, environment: mailSettings(server) })
  const ada = await testApp.user('Ada')
  return { testApp, server, ada, email: await givePassword(testApp, ada) }
}

function forgot({ request }: TestApp, email: string) {
  return request('POST', '/api/auth/forgot', { email })
}

function reset({ request }: TestApp, token: string, newPassword = NEW_PASSWORD) {
  return request('POST', '/api/auth/reset', { token, newPassword, confirmPassword: newPassword })
}

function logIn({ request }: TestApp, email: string, password: string) {
  return request('POST', '/api/auth/login', { email, password })
}

test('a forgotten password is replaced through a link that works once and logs out everywhere', async () => {
  const { testApp, server, ada, email } = await openSite()
  expect((await forgot(testApp, email.toUpperCase())).json()).toEqual({
    success: true,
    message: LINK_ON_ITS_WAY,
  })
  await sendWaiting(testApp)
  const [mail] = server.received
  expect(mail).toMatchObject({ to: email, subject: 'Choose a new password' })
  const token = tokenIn(mail ?? { text: '' })
  expect(mail?.text).toContain(`https://lectern.example/reset-password#token=${token}`)
  expect(JSON.stringify(await testApp.db.selectFrom('email_tokens').selectAll().execute())).not.toContain(
    token,
  )

  expect((await reset(testApp, token, PASSWORD)).json().errors).toHaveProperty('newPassword')
  const done = await reset(testApp, token)
  expect(done.json()).toEqual({ success: true, message: PASSWORD_RESET })
  expect((await ada.request('GET', '/api/auth/sessions')).statusCode).toBe(401)
  expect((await logIn(testApp, email, NEW_PASSWORD)).statusCode).toBe(200)
  expect((await logIn(testApp, email, PASSWORD)).statusCode).toBe(401)

  const again = await reset(testApp, token, 'another plum 55')
  expect([again.statusCode, again.json().message]).toEqual([400, LINK_USED])
  await sendWaiting(testApp)
  expect(server.received.at(-1)).toMatchObject({
    to: `"Ada" <${email}>`,
    subject: 'Your password was changed',
  })
})

test('a suspended address gets the same answer, and no mail', async () => {
  const { testApp, server, email } = await openSite()
  await testApp.db.updateTable('users').set({ suspended_at: new Date().toISOString() }).execute()
  expect((await forgot(testApp, email)).json().message).toBe(LINK_ON_ITS_WAY)
  await sendWaiting(testApp)
  expect(server.received).toEqual([])
})

test('a reset with a link confirms the address', async () => {
  const { testApp, ada, email } = await openSite()
  const token = await makeEmailToken(testApp.db, { kind: 'reset', userId: ada.id, email })
  await reset(testApp, token)
  const { email_verified_at } = await testApp.db
    .selectFrom('users')
    .select('email_verified_at')
    .executeTakeFirstOrThrow()
  expect(email_verified_at).not.toBeNull()
})

test('a reset makes the other links of the user useless, except the undo link of a changed address', async () => {
  const { testApp, ada, email } = await openSite()
  const { db } = testApp
  const make = (kind: 'verify' | 'reset' | 'undo') => makeEmailToken(db, { kind, userId: ada.id, email })
  const [verify, first, second, undo] = [
    await make('verify'),
    await make('reset'),
    await make('reset'),
    await make('undo'),
  ]
  expect((await reset(testApp, first)).statusCode).toBe(200)
  expect((await reset(testApp, second, 'another plum 55')).json().message).toBe(LINK_USED)
  expect((await testApp.request('POST', '/api/auth/verify', { token: verify })).statusCode).toBe(400)
  expect((await testApp.request('POST', '/api/auth/verify', { token: undo })).statusCode).toBe(200)
})

test('an expired link and a link to a former address are rejected', async () => {
  const { testApp, ada, email } = await openSite()
  const { db } = testApp
  const old = await makeEmailToken(db, { kind: 'reset', userId: ada.id, email })
  await db.updateTable('email_tokens').set({ expires_at: new Date().toISOString() }).execute()
  expect((await reset(testApp, old)).json().message).toBe(LINK_USED)
  const former = await makeEmailToken(db, { kind: 'reset', userId: ada.id, email: 'former@example.org' })
  expect((await reset(testApp, former)).json().message).toBe(LINK_USED)
  expect((await reset(testApp, 'x'.repeat(43))).json().message).toBe(LINK_USED)
})

test('an unknown address gets the same answer and no mail', async () => {
  const { testApp, server, email } = await openSite()
  const [known, unknown] = [await forgot(testApp, email), await forgot(testApp, 'nobody@example.org')]
  expect(unknown.body).toBe(known.body)
  await sendWaiting(testApp)
  expect(server.received.map(({ to }) => to)).toEqual([email])
})

test('1,000 requests answer known and unknown addresses with the same bytes after the same statements', async () => {
  const { testApp, email } = await openSite()
  const statements: string[] = []
  const { db } = testApp
  const counted = testApp.context.db
  const executor = counted.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => {
    statements.push(query.sql)
    return execute(query)
  }
  const seen = new Map<string, Set<string>>()
  for (let round = 0; round < 500; round += 1) {
    for (const [who, address] of [
      ['known', email],
      ['unknown', `nobody${round}@example.org`],
    ] as const) {
      statements.length = 0
      const { statusCode, headers, body } = await forgot(testApp, address)
      const { 'x-request-id': _id, date: _date, ...same } = headers
      const work = JSON.stringify({ statusCode, same, body, statements })
      seen.set(who, (seen.get(who) ?? new Set()).add(work))
      await db.deleteFrom('jobs').execute()
    }
  }
  expect(seen.get('known')?.size).toBe(1)
  expect(seen.get('unknown')).toEqual(seen.get('known'))
  expect([...(seen.get('known') ?? [])].join()).toContain('insert into')
})

test('an address gets at most three links an hour, and the answer over the limit is the same', async () => {
  const { testApp, server, email } = await openSite({ rateScale: 1 })
  const answers = new Set<string>()
  for (let tries = 0; tries < 20; tries += 1) {
    answers.add((await forgot(testApp, email)).body)
    await sendWaiting(testApp)
  }
  expect(answers.size).toBe(1)
  expect(server.received).toHaveLength(3)
})

test('thirty users of one network get their links within an hour, and the answer to the next is the same', async () => {
  const { testApp, server } = await openSite({ rateScale: 1 })
  const people = await testApp.users(Array.from({ length: 31 }, (_, n) => ({ name: `Pupil ${n}` })))
  const answers = new Set<string>()
  for (const { id } of people) answers.add((await forgot(testApp, `${id}@example.org`)).body)
  await sendWaiting(testApp)
  expect(answers.size).toBe(1)
  expect(server.received).toHaveLength(30)
})

test('a network over its limit uses up neither the limit of the site nor that of an address', async () => {
  const { testApp, server, email } = await openSite({ rateScale: 1 })
  const from = (remoteAddress: string, address: string) =>
    testApp.app.inject({
      method: 'POST',
      url: '/api/auth/forgot',
      remoteAddress,
      payload: { email: address },
    })
  for (let n = 0; n < 330; n += 1) await from('192.0.2.1', n < 30 ? `nobody${n}@example.org` : email)
  await from('198.51.100.1', email)
  await sendWaiting(testApp)
  expect(server.received.map(({ to }) => to)).toEqual([email])
})

test('a cross-site page can neither ask for a link nor use one', async () => {
  const { testApp, email } = await openSite()
  for (const [path, body] of [
    ['forgot', { email }],
    ['verify', { token: 'x' }],
  ] as const) {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await testApp.request('POST', `/api/auth/${path}`, body, headers)).statusCode).toBe(403)
  }
})

test.each([
  ['outbox', { MAIL_OUTBOX: 'true' }, 'This site does not send mail. Ask its operator for the message.', 1],
  ['none', {}, 'This site does not send mail. Ask its operator for a code.', 0],
] as const)(
  'in the mode %s the answer says that no mail is sent',
  async (...[, environment, message, mails]) => {
    const testApp = await openTestApp({ environment })
    const email = await givePassword(testApp, await testApp.user('Ada'))
    expect((await forgot(testApp, email)).json().message).toBe(message)
    await sendWaiting(testApp)
    expect(await testApp.db.selectFrom('mails').select('kind').execute()).toHaveLength(mails)
  },
)
