import type { Db } from '#server/data/database.ts'

/** How many passkeys belong to each host. */
export function countPasskeys(db: Db): Promise<{ host: string; n: number }[]> {
  return db
    .selectFrom('passkeys')
    .select(({ fn }) => ['rp_id as host', fn.countAll<number>().as('n')])
    .groupBy('rp_id')
    .orderBy('rp_id')
    .execute()
}
