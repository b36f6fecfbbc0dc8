import { expect, test } from 'vitest'
import { giveResetCode } from '#server/features/account/auth/account-commands.ts'
import { openTestApp, picture, Upload } from '#server/test-app.ts'
import type { RequestMeta } from './audit.ts'

/** Secrets that must never appear in the log. */
test('no password, token or code reaches the log or the audit table', async () => {
  const lines: string[] = []
  const { request, app, db, user } = await openTestApp({ log: (line) => lines.push(line) })
  const [first, second, third, wrong] = [
    'Tulip-meadow-41',
    'Willow-harbour-7',
    'Acorn-lantern-93',
    'Not-my-pass-12',
  ]
  const email = 'secretive@example.org'
  const photo = { field: 'profilePhoto', bytes: await picture() }
  const registered = await request(
    'POST',
    '/api/auth/register',
    new Upload({ username: 'Ann', email, password: first, confirmPassword: first, role: 'Teacher' }, photo),
  )
  expect(registered.statusCode, registered.body).toBe(201)
  expect((await request('POST', '/api/auth/login', { email, password: wrong })).statusCode).toBe(401)
  const login = await request('POST', '/api/auth/login', { email, password: first })
  const { token, _id: id } = login.json()
  expect(token).toMatch(/^vc1_/)
  const bearer = { authorization: `Bearer ${token}` }
  const changed = await request(
    'PUT',
    `/api/users/profile/${id}`,
    new Upload({ oldPassword: first, newPassword: second, confirmPassword: second }),
    bearer,
  )
  expect(changed.statusCode, changed.body).toBe(200)
  const newToken: string = changed.json().updatedUser.token
  await request('GET', `/api/auth/sessions?token=${newToken}`, undefined, bearer)
  await request('DELETE', '/api/auth/sessions', { password: wrong }, { authorization: `Bearer ${newToken}` })
  const meta: RequestMeta = { requestId: 'x', network: 'x', agent: 'x', log: app.log }
  const code = await giveResetCode(db, { userId: id, meta })
  await request('POST', '/api/auth/reset', {
    email,
    code: 'AAAA-BBBB',
    newPassword: third,
    confirmPassword: third,
  })
  const reset = await request('POST', '/api/auth/reset', {
    email,
    code,
    newPassword: third,
    confirmPassword: third,
  })
  expect(reset.statusCode, reset.body).toBe(200)
  await request('POST', '/api/auth/login', { email: [email], password: { is: first } })
  await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: `{"password":"${third}",`,
  })
  await request('POST', `/api/auth/${third}`, { password: third })
  const sam = await user('Sam')
  await db.schema.alterTable('likes').renameTo('loves').execute()
  await sam.request('POST', `/api/courses/${'a'.repeat(24)}/like`, { token: sam.token, password: third })

  const record = await db.selectFrom('audit').selectAll().execute()
  expect(record.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'register',
      'login.failed',
      'login',
      'password.changed',
      'reset.code',
      'password.reset',
    ]),
  )
  const failed = record.find(({ action }) => action === 'login.failed')
  expect(failed).toMatchObject({ subject: id, network: '127.0.0.1' })
  const written = [...lines, JSON.stringify(record)].join('\n')
  expect(lines.length).toBeGreaterThan(10)
  const hashes = await db.selectFrom('users').select('password_hash').execute()
  for (const secret of [
    first,
    second,
    wrong,
    token,
    newToken,
    sam.token,
    code,
    '$argon2',
    ...hashes.map((row) => row.password_hash).filter((hash) => hash !== 'none'),
  ]) {
    expect.soft(written.includes(secret), `${secret.slice(0, 4)}…`).toBe(false)
  }
})
