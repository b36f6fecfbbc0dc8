import { readConfig } from '#server/config.ts'
import { openToolDatabase } from '#server/data/database.ts'
import { migrate } from '#server/data/migrate.ts'
import { readAccounts } from '#server/demo/accounts.ts'
import { forgetDemo } from '#server/demo/forget.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import { createImages } from '#server/features/media/media.ts'
import { openPictures } from '#server/features/media/picture-files.ts'
import { runCommand } from './command.ts'
import '#server/listeners.ts'

/** `npm run demo -- remove` deletes the demo's users and everything they created, and nothing else. */
await runCommand('Nothing was removed', async () => {
  if (process.argv.slice(2).join(' ') !== 'remove') throw new Error('Write "npm run demo -- remove".')
  const config = readConfig()
  const stored = readAccounts(config.DATA_DIR)
  if (stored === undefined || stored.state === 'removed') {
    console.info('There is no demo content here.')
    return true
  }
  await using db = openToolDatabase(config)
  await migrate(db)
  const images = createImages({ db, files: openPictures(config) })
  let removed = 0
  for (const { id } of stored.accounts) removed += (await deleteUser({ db, images }, id)) ? 1 : 0
  await forgetDemo(db, config.DATA_DIR)
  console.info(`Demo content removed: ${removed} people and everything they published, wrote and saved.`)
  return true
})
