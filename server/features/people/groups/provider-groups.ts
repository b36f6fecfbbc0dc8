import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { groupIdsOfProvider } from './groups.queries.ts'
import { setMemberships } from './memberships.ts'

/** Makes a user whose row is locked a member of exactly the groups that their claim names, as far as the provider decides. */
export async function followClaim(
  trx: Db,
  services: Pick<AppContext, 'events' | 'jobs'>,
  { userId, values }: { userId: string; values: readonly string[] },
): Promise<void> {
  const wanted = values.length === 0 ? [] : await groupIdsOfProvider(trx, { values: [...values] })
  await setMemberships(trx, services, {
    userId,
    source: 'provider',
    wanted: wanted.map(({ id }) => id).toSorted(),
    isStillWanted: ({ provider_value }) => provider_value !== null && values.includes(provider_value),
  })
}
