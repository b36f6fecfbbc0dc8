import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { hashPassword } from '#server/auth/passwords.ts'
import { newId } from '#server/data/ids.ts'
import type { DemoPerson } from './content.ts'

const FILE = 'demo-accounts.json'
const DOMAIN = 'lectern.example'
const JOINED_DAYS_AGO = 240
const DAY = 86_400_000

export interface DemoAccount extends DemoPerson {
  id: string
  email: string
  password: string
  passwordHash: string
  createdAt: string
}

export function newAccounts(people: DemoPerson[]): Promise<DemoAccount[]> {
  return Promise.all(
    people.map(async (person, index) => {
      const time = Date.now() - (JOINED_DAYS_AGO - index) * DAY
      const password = randomBytes(12).toString('base64url')
      return {
        ...person,
        id: newId(time),
        email: `${person.key}@${DOMAIN}`,
        password,
        passwordHash: await hashPassword(password),
        createdAt: new Date(time).toISOString(),
      }
    }),
  )
}

const StoredAccounts = z.object({
  // Earlier versions wrote "planted".
  state: z.enum(['planted', 'seeded', 'removed']),
  accounts: z.array(
    z.object({ id: z.string(), name: z.string(), role: z.string(), email: z.string(), password: z.string() }),
  ),
})
type StoredAccounts = z.infer<typeof StoredAccounts>

/** Writes the demo's passwords to a file in the data folder that only its owner can read. */
export function writeAccounts(
  folder: string,
  state: StoredAccounts['state'],
  accounts: DemoAccount[],
): string {
  const path = join(folder, FILE)
  const stored: StoredAccounts = {
    state,
    accounts: accounts.map(({ id, username, role, isAdmin, email, password }) => ({
      id,
      name: username,
      role: isAdmin ? 'Admin' : role,
      email,
      password,
    })),
  }
  writeFileSync(path, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
  return path
}

export function readAccounts(folder: string): StoredAccounts | undefined {
  const path = join(folder, FILE)
  return existsSync(path) ? StoredAccounts.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}
