import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword } from '#server/auth/passwords.ts'
import { endSessions } from '#server/auth/session.ts'
import { transaction } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { makeResetCode } from './reset.ts'

const NEW = 'plum tree 44'

/** While set, the next caller with a correct password waits for it. */
const gate = vi.hoisted((): { hold?: (() => Promise<void>) | undefined } => ({}))

vi.mock('#server/auth/passwords.ts', async (original) => {
  const real = await original<typeof import('#server/auth/passwords.ts')>()
  return {
    ...real,
    verifyPassword: async (storedHash: string | undefined, password: string) => {
      const isRight = await real.verifyPassword(storedHash, password)
      const { hold } = gate
      gate.hold = undefined
      await hold?.()
      return isRight
    },
  }
})

beforeEach(() => {
  gate.hold = undefined
})

function logIn({ request }: TestApp, email: string, password = PASSWORD) {
  return request('POST', '/api/auth/login', { email, password })
}

/** A login that runs `meanwhile` after its password was checked. */
async function logInDuring(testApp: TestApp, email: string, meanwhile: () => Promise<void>) {
  gate.hold = meanwhile
  const answer = await logIn(testApp, email)
  expect(gate.hold).toBeUndefined()
  return answer
}

async function ada(testApp: TestApp): Promise<{ person: TestUser; email: string }> {
  const person = await testApp.user('Ada')
  return { person, email: await givePassword(testApp, person) }
}

const sessionsOf = async ({ db }: TestApp, { id }: TestUser) =>
  (await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length
const hashOf = async ({ db }: TestApp, { id }: TestUser) =>
  (await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .password_hash

async function waitingForLocks({ db }: TestApp): Promise<number> {
  const waiting = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return waiting.rows.length
}

const WRONG = { success: false, code: 'wrong_credentials', message: 'Invalid email or password.' }

function changeProfile(person: TestUser, fields: Record<string, string>) {
  return person.request(
    'PUT',
    `/api/users/profile/${person.id}`,
    new Upload({ oldPassword: PASSWORD, ...fields }),
  )
}

test('a login in flight does not outlive a change of the password', async () => {
  const testApp = await openTestApp()
  const { person, email } = await ada(testApp)
  const answer = await logInDuring(testApp, email, async () => {
    const changed = await changeProfile(person, { newPassword: NEW, confirmPassword: NEW })
    expect(changed.statusCode).toBe(200)
  })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject(WRONG)
  // Only the one that the change began.
  expect(await sessionsOf(testApp, person)).toBe(1)
  expect((await logIn(testApp, email, NEW)).statusCode).toBe(200)
})

test('a login in flight does not outlive a reset', async () => {
  const testApp = await openTestApp()
  const { person, email } = await ada(testApp)
  const code = await makeResetCode(testApp.db, person.id)
  const answer = await logInDuring(testApp, email, async () => {
    const draft = { email, code, newPassword: NEW, confirmPassword: NEW }
    expect((await testApp.request('POST', '/api/auth/reset', draft)).statusCode).toBe(200)
  })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject(WRONG)
  expect(await sessionsOf(testApp, person)).toBe(0)
})

test('a login in flight does not outlive a change of the address', async () => {
  const testApp = await openTestApp()
  const { person, email } = await ada(testApp)
  const answer = await logInDuring(testApp, email, async () => {
    expect((await changeProfile(person, { email: 'ada@elsewhere.example' })).statusCode).toBe(200)
  })
  expect(answer.statusCode).toBe(401)
  expect(await sessionsOf(testApp, person)).toBe(1)
})

test('a login that rehashes the old password does not write it back', async () => {
  const testApp = await openTestApp()
  const { person, email } = await ada(testApp)
  const outdated = await hash(PASSWORD, { memoryCost: 4096, timeCost: 3, parallelism: 1 })
  await testApp.db.updateTable('users').set({ password_hash: outdated }).where('id', '=', person.id).execute()
  const changed = await hashPassword(NEW)
  const answer = await logInDuring(testApp, email, async () => {
    await testApp.db
      .updateTable('users')
      .set({ password_hash: changed })
      .where('id', '=', person.id)
      .execute()
  })
  expect(answer.statusCode).toBe(401)
  expect(await hashOf(testApp, person)).toBe(changed)
})

test('a login waits for a change that is being committed, and sees it', async () => {
  const testApp = await openTestApp()
  const { person, email } = await ada(testApp)
  const changed = await hashPassword(NEW)
  const [started, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = async () => {
    await transaction(testApp.db, async (trx) => {
      await trx.updateTable('users').set({ password_hash: changed }).where('id', '=', person.id).execute()
      await endSessions(trx, person.id)
      started.resolve()
      await mayCommit.promise
    })
  }
  let changing = Promise.resolve()
  const answer = logInDuring(testApp, email, async () => {
    changing = change()
    await started.promise
  })
  await started.promise
  if (isPostgres(testApp.db)) await vi.waitFor(async () => expect(await waitingForLocks(testApp)).toBe(1))
  mayCommit.resolve()
  await changing
  expect((await answer).statusCode).toBe(401)
  expect(await sessionsOf(testApp, person)).toBe(0)
})

test('of two logins that find an outdated hash both succeed', async () => {
  const testApp = await openTestApp()
  const { person, email } = await ada(testApp)
  const outdated = await hash(PASSWORD, { memoryCost: 4096, timeCost: 3, parallelism: 1 })
  await testApp.db.updateTable('users').set({ password_hash: outdated }).where('id', '=', person.id).execute()
  const answer = await logInDuring(testApp, email, async () => {
    expect((await logIn(testApp, email)).statusCode).toBe(200)
  })
  expect(answer.statusCode).toBe(200)
  expect(await hashOf(testApp, person)).not.toBe(outdated)
})

test('whatever the order of a loop of logins and a reset, no session of the old password is left', async () => {
  const testApp = await openTestApp()
  const { person, email } = await ada(testApp)
  const code = await makeResetCode(testApp.db, person.id)
  const draft = { email, code, newPassword: NEW, confirmPassword: NEW }
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => logIn(testApp, email)),
    testApp.request('POST', '/api/auth/reset', draft),
    ...Array.from({ length: 6 }, () => logIn(testApp, email)),
  ])
  expect(answers.filter(({ statusCode }) => ![200, 401].includes(statusCode))).toEqual([])
  expect(answers[6]?.statusCode).toBe(200)
  expect(await sessionsOf(testApp, person)).toBe(0)
})
