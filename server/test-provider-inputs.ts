import type { CallName } from '#contract/calls.ts'
import { newChallenge } from './auth/challenges.ts'
import { newTicket } from './auth/provider-tickets.ts'
import { hashToken } from './auth/session.ts'
import { newId } from './data/ids.ts'
import { makeLoginLink } from './features/account/provider/login-link.ts'
import { type TestApp, type TestUser, Upload } from './test-app.ts'
import { PASSWORD } from './test-passwords.ts'

const ISSUER = 'http://127.0.0.1:9'
/** A sign-in provider that does not answer, for tests of what does not need one. */
export const SILENT_PROVIDER = {
  OIDC_ISSUER: ISSUER,
  OIDC_CLIENT_ID: 'lectern',
  OIDC_CLIENT_SECRET: 'secret',
}

const BROWSER = 'b'.repeat(43)
const COOKIE = { cookie: `oidc=${BROWSER}` }

/** The account of a user at the provider. Returns its subject. */
export async function insertIdentity({ db }: TestApp, { id: user_id }: TestUser): Promise<string> {
  const subject = newId()
  await db.deleteFrom('identities').where('user_id', '=', user_id).execute()
  const row = { issuer: ISSUER, subject, user_id, email: 'user@school.example' }
  await db
    .insertInto('identities')
    .values({ ...row, created_at: new Date().toISOString() })
    .execute()
  return subject
}

function ticketOf({ db }: TestApp, subject: string, purpose: 'login' | 'connect'): Promise<string> {
  const person = {
    issuer: ISSUER,
    subject,
    email: 'user@school.example',
    isVerified: true,
    name: '',
    values: ['7b'],
  }
  return newTicket(db, { ...person, purpose, cookie: 'oidc', browser: hashToken(BROWSER) })
}

interface Caller {
  testApp: TestApp
  users: Record<'Student' | 'admin', TestUser>
  caller?: TestUser | undefined
}

interface ValidInput {
  body: object
  headers?: Record<string, string>
}

/** Valid bodies of the calls of the sign-in provider (test-inputs.ts). */
export const PROVIDER_INPUTS = {
  'provider.ticket': async ({ testApp, users }) => {
    const subject = await insertIdentity(testApp, users.Student)
    return { body: { ticket: await ticketOf(testApp, subject, 'login') }, headers: COOKIE }
  },
  'provider.signUp': async ({ testApp: { db } }) => {
    const person = { issuer: ISSUER, subject: newId(), email: `${newId()}@school.example`, values: [] }
    const challenge = await newChallenge(db, { kind: 'signup', data: JSON.stringify(person) })
    return { body: new Upload({ challenge, username: 'Maria Gomez', role: 'Student' }) }
  },
  'provider.connect': async ({ testApp, caller }) => {
    const { db } = testApp
    if (caller) await db.deleteFrom('identities').where('user_id', '=', caller.id).execute()
    const ticket = caller ? await ticketOf(testApp, newId(), 'connect') : 'x'
    return { body: { ticket, password: PASSWORD }, headers: COOKIE }
  },
  'provider.disconnect': () => ({ body: { password: PASSWORD } }),
  'provider.useLink': async ({ testApp: { db, context }, users }) => {
    const { log } = context.app
    const meta = { requestId: 'test', network: 'test', agent: 'test', log }
    return { body: { token: (await makeLoginLink(db, { userId: users.admin.id, meta })) ?? '' } }
  },
  'provider.test': () => ({ body: {} }),
} satisfies Partial<Record<CallName, (fixtures: Caller) => ValidInput | Promise<ValidInput>>>
