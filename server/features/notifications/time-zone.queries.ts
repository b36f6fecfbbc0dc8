import type { Db } from '#server/data/database.ts'

/** `timeZone` is an IANA name. */
export async function writeTimeZone(trx: Db, userId: string, timeZone: string): Promise<void> {
  await trx.updateTable('users').set({ time_zone: timeZone }).where('id', '=', userId).execute()
}
