import type { Db } from '#server/data/database.ts'
import { readAccounts, writeAccounts } from './accounts.ts'
import { readContent } from './content.ts'
import { removeGroups } from './groups.ts'

/** After the demo accounts: deletes what the demo made for nobody, and forgets its passwords. */
export async function forgetDemo(db: Db, dataFolder: string): Promise<void> {
  await removeGroups(db, readContent({ hasFfmpeg: false }).groups)
  if (readAccounts(dataFolder) !== undefined) writeAccounts(dataFolder, 'removed', [])
}
