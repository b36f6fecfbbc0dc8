import { hashPassword } from './auth/passwords.ts'
import type { TestApp, TestUser } from './test-app.ts'

export const PASSWORD = 'correct horse battery'

/** Gives a user of `testApp.user` a password, which they lack because hashing is slow. Returns their address. */
export async function givePassword({ db }: TestApp, person: TestUser, password = PASSWORD): Promise<string> {
  const { email } = await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', person.id)
    .returning('email')
    .executeTakeFirstOrThrow()
  return email
}
