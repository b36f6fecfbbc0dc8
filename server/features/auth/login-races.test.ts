import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword } from '#server/auth/passwords.ts'
import { endSessions } from '#server/auth/session.ts'
import { transaction } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { openHouse, type Person, type TestHouse, Upload } from '#server/test-app.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { makeResetCode } from './reset.ts'

const NEW = 'plum tree 44'

/** While set, the next password that was found right waits for it before its caller goes on. */
const gate = vi.hoisted((): { hold?: (() => Promise<void>) | undefined } => ({}))

vi.mock('#server/auth/passwords.ts', async (original) => {
  const real = await original<typeof import('#server/auth/passwords.ts')>()
  return {
    ...real,
    verifyPassword: async (kept: string | undefined, password: string) => {
      const isRight = await real.verifyPassword(kept, password)
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

function logIn({ ask }: TestHouse, email: string, password = PASSWORD) {
  return ask('POST', '/api/auth/login', { email, password })
}

/** A login that has found the password right and does `meanwhile` before it goes on. */
async function logInDuring(house: TestHouse, email: string, meanwhile: () => Promise<void>) {
  gate.hold = meanwhile
  const answer = await logIn(house, email)
  expect(gate.hold).toBeUndefined()
  return answer
}

async function ada(house: TestHouse): Promise<{ person: Person; email: string }> {
  const person = await house.user('Ada')
  return { person, email: await givePassword(house, person) }
}

const sessionsOf = async ({ db }: TestHouse, { id }: Person) =>
  (await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length
const hashOf = async ({ db }: TestHouse, { id }: Person) =>
  (await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .password_hash

async function waitingForLocks({ db }: TestHouse): Promise<number> {
  const waiting = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return waiting.rows.length
}

const WRONG = { success: false, code: 'wrong_credentials', message: 'Invalid email or password.' }

function changeProfile(person: Person, fields: Record<string, string>) {
  return person.ask(
    'PUT',
    `/api/users/profile/${person.id}`,
    new Upload({ oldPassword: PASSWORD, ...fields }),
  )
}

test('a login in flight does not outlive a change of the password', async () => {
  const house = await openHouse()
  const { person, email } = await ada(house)
  const answer = await logInDuring(house, email, async () => {
    const changed = await changeProfile(person, { newPassword: NEW, confirmPassword: NEW })
    expect(changed.statusCode).toBe(200)
  })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject(WRONG)
  // Only the one that the change began.
  expect(await sessionsOf(house, person)).toBe(1)
  expect((await logIn(house, email, NEW)).statusCode).toBe(200)
})

test('a login in flight does not outlive a reset', async () => {
  const house = await openHouse()
  const { person, email } = await ada(house)
  const code = await makeResetCode(house.db, person.id)
  const answer = await logInDuring(house, email, async () => {
    const draft = { email, code, newPassword: NEW, confirmPassword: NEW }
    expect((await house.ask('POST', '/api/auth/reset', draft)).statusCode).toBe(200)
  })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject(WRONG)
  expect(await sessionsOf(house, person)).toBe(0)
})

test('a login in flight does not outlive a change of the address', async () => {
  const house = await openHouse()
  const { person, email } = await ada(house)
  const answer = await logInDuring(house, email, async () => {
    expect((await changeProfile(person, { email: 'ada@elsewhere.example' })).statusCode).toBe(200)
  })
  expect(answer.statusCode).toBe(401)
  expect(await sessionsOf(house, person)).toBe(1)
})

test('a login that would hash the old password anew does not write it back', async () => {
  const house = await openHouse()
  const { person, email } = await ada(house)
  const outdated = await hash(PASSWORD, { memoryCost: 4096, timeCost: 3, parallelism: 1 })
  await house.db.updateTable('users').set({ password_hash: outdated }).where('id', '=', person.id).execute()
  const changed = await hashPassword(NEW)
  const answer = await logInDuring(house, email, async () => {
    await house.db.updateTable('users').set({ password_hash: changed }).where('id', '=', person.id).execute()
  })
  expect(answer.statusCode).toBe(401)
  expect(await hashOf(house, person)).toBe(changed)
})

test('a login waits for a change that is being committed, and sees it', async () => {
  const house = await openHouse()
  const { person, email } = await ada(house)
  const changed = await hashPassword(NEW)
  const [started, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = async () => {
    await transaction(house.db, async (trx) => {
      await trx.updateTable('users').set({ password_hash: changed }).where('id', '=', person.id).execute()
      await endSessions(trx, person.id)
      started.resolve()
      await mayCommit.promise
    })
  }
  let changing = Promise.resolve()
  const answer = logInDuring(house, email, async () => {
    changing = change()
    await started.promise
  })
  await started.promise
  if (isPostgres(house.db)) await vi.waitFor(async () => expect(await waitingForLocks(house)).toBe(1))
  mayCommit.resolve()
  await changing
  expect((await answer).statusCode).toBe(401)
  expect(await sessionsOf(house, person)).toBe(0)
})

test('of two logins that find an outdated hash both succeed', async () => {
  const house = await openHouse()
  const { person, email } = await ada(house)
  const outdated = await hash(PASSWORD, { memoryCost: 4096, timeCost: 3, parallelism: 1 })
  await house.db.updateTable('users').set({ password_hash: outdated }).where('id', '=', person.id).execute()
  const answer = await logInDuring(house, email, async () => {
    expect((await logIn(house, email)).statusCode).toBe(200)
  })
  expect(answer.statusCode).toBe(200)
  expect(await hashOf(house, person)).not.toBe(outdated)
})

test('whatever the order of a loop of logins and a reset, no session of the old password is left', async () => {
  const house = await openHouse()
  const { person, email } = await ada(house)
  const code = await makeResetCode(house.db, person.id)
  const draft = { email, code, newPassword: NEW, confirmPassword: NEW }
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => logIn(house, email)),
    house.ask('POST', '/api/auth/reset', draft),
    ...Array.from({ length: 6 }, () => logIn(house, email)),
  ])
  expect(answers.filter(({ statusCode }) => ![200, 401].includes(statusCode))).toEqual([])
  expect(answers[6]?.statusCode).toBe(200)
  expect(await sessionsOf(house, person)).toBe(0)
})
