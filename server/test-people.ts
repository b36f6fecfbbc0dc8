import type { CallName } from '#contract/calls.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { PASSWORD } from './test-passwords.ts'
import { insertTotp } from './test-second-step.ts'

interface Acting {
  testApp: TestApp
  users: Record<'owner' | 'admin' | 'admin-teacher', TestUser>
  caller?: TestUser | undefined
}

const isAdmin = ({ users, caller }: Acting) => caller === users.admin || caller === users['admin-teacher']

/** Valid bodies of what admins do to the account of the owner (test-inputs.ts). */
export const PEOPLE_INPUTS = {
  'people.endSessions': () => ({ body: { password: PASSWORD } }),
  'people.endSecondStep': async (acting) => {
    if (isAdmin(acting)) await insertTotp(acting.testApp, acting.users.owner)
    return { body: { password: PASSWORD } }
  },
  'people.reset': () => ({ body: { password: PASSWORD } }),
  'people.setQuota': () => ({ body: { gb: 5 } }),
  'people.remove': ({ users: { owner } }) => ({ body: { username: owner.username, password: PASSWORD } }),
  'people.restore': async (acting) => {
    const { testApp, users } = acting
    if (isAdmin(acting)) await deleteAccount(testApp, users.owner, users.admin)
    return { body: { password: PASSWORD } }
  },
} satisfies Partial<Record<CallName, (acting: Acting) => { body: object } | Promise<{ body: object }>>>

/** Marks an account as deleted. */
export async function deleteAccount(
  { db }: Pick<TestApp, 'db'>,
  { id }: Pick<TestUser, 'id'>,
  by: Pick<TestUser, 'id'>,
): Promise<void> {
  const deleted_at = new Date().toISOString()
  await db.updateTable('users').set({ deleted_at, deleted_by: by.id }).where('id', '=', id).execute()
}
