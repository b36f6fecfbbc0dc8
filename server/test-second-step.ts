import { TOTP } from 'otpauth'
import type { CallName } from '#contract/calls.ts'
import { newId } from './data/ids.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { addPasskey, askChallenge, createDevice } from './test-passkey.ts'
import { PASSWORD } from './test-passwords.ts'

/** Inserts a passkey that nobody can log in with. */
export async function insertPasskey(
  { db }: Pick<TestApp, 'db'>,
  { id: user_id }: Pick<TestUser, 'id'>,
): Promise<string> {
  const id = newId()
  const created_at = new Date().toISOString()
  const row = { id, user_id, credential_id: id, rp_id: 'localhost', public_key: '', name: 'Laptop' }
  await db
    .insertInto('passkeys')
    .values({
      ...row,
      counter: 0,
      transports: '[]',
      backed_up: 0,
      disabled_at: null,
      created_at,
      last_used_at: null,
    })
    .execute()
  return id
}

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** An authenticator app that is on. */
export async function insertTotp({ db, context }: TestApp, { id: user_id }: TestUser): Promise<void> {
  const secret = context.secrets.seal(SECRET)
  const row = { user_id, secret, confirmed_at: new Date().toISOString(), last_step: 0 }
  await db
    .insertInto('totp')
    .values(row)
    .onConflict((former) => former.column('user_id').doNothing())
    .execute()
}

/** The right body for turning an app off, or for new recovery codes. */
export async function confirmedApp(
  testApp: TestApp,
  caller: TestUser | undefined,
): Promise<{ body: object }> {
  if (caller) await insertTotp(testApp, caller)
  return { body: { password: PASSWORD } }
}

/** The right body for the second step of this user's login. */
async function begunLogin(testApp: TestApp, user: TestUser, email: string): Promise<{ body: object }> {
  await insertTotp(testApp, user)
  const answer = await testApp.request('POST', '/api/auth/login', { email, password: PASSWORD })
  return { body: { challenge: answer.json().challenge, code: new TOTP({ secret: SECRET }).generate() } }
}

/** What `caller` needs to add a passkey; without a caller it fits nobody. */
async function madePasskey({ request }: TestApp, caller: TestUser | undefined): Promise<{ body: object }> {
  const ask = caller?.request ?? request
  const asked = await ask('POST', '/api/auth/passkeys/options', { purpose: 'register', password: PASSWORD })
  const { challenge = 'A'.repeat(43), creation } = asked.json()
  const credential = createDevice().create(challenge, creation?.user.id ?? '')
  return { body: { challenge, name: 'Phone', credential } }
}

/** The right body for a login with a passkey that this user has just added. */
async function signedLogin(testApp: TestApp, user: TestUser): Promise<{ body: object }> {
  const device = createDevice()
  await addPasskey(user, device)
  return { body: device.get(await askChallenge(testApp, 'login')) }
}

interface Caller {
  testApp: TestApp
  users: Record<'Student' | 'owner' | 'admin' | 'admin-teacher', TestUser>
  /** Of the student. */
  email: string
  caller?: TestUser | undefined
}

/** Valid bodies of the calls of passkeys and the second step (test-inputs.ts). */
export const SIGN_IN_INPUTS = {
  'passkeys.options': () => ({ body: { purpose: 'login' } }),
  'passkeys.login': ({ testApp, users }) => signedLogin(testApp, users.Student),
  'passkeys.register': ({ testApp, caller }) => madePasskey(testApp, caller),
  'passkeys.update': () => ({ body: { name: 'Another name' } }),
  'passkeys.remove': () => ({ body: { password: PASSWORD } }),
  'secondStep.verify': ({ testApp, users, email }) => begunLogin(testApp, users.Student, email),
  'secondStep.totp': () => ({ body: { password: PASSWORD } }),
  'secondStep.endTotp': ({ testApp, caller }) => confirmedApp(testApp, caller),
  'secondStep.endFor': ({ testApp, users, caller }) => {
    const isAdmin = caller === users.admin || caller === users['admin-teacher']
    return confirmedApp(testApp, isAdmin ? users.owner : undefined)
  },
  'secondStep.recoveryCodes': ({ testApp, caller }) => confirmedApp(testApp, caller),
  'secondStep.setPassword': () => ({
    body: { password: PASSWORD, newPassword: 'plum tree 44', confirmPassword: 'plum tree 44' },
  }),
} satisfies Partial<Record<CallName, (fixtures: Caller) => { body: object } | Promise<{ body: object }>>>
