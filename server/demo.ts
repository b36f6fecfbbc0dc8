import { readConfig } from './config.ts'
import { openToolDatabase } from './core/db/database.ts'
import { migrate } from './core/db/migrate.ts'
import { keepAccounts, readAccounts } from './demo/accounts.ts'
import { createImages } from './features/media/media.ts'
import { deletePerson } from './features/users/users.ts'
import { mediaFiles } from './media-files.ts'

/** `npm run demo -- remove`: the demo's people and all they made go; everybody else's stays. */
const [command] = process.argv.slice(2)
if (command !== 'remove') {
  console.error('Usage: npm run demo -- remove')
  process.exit(1)
}

const config = readConfig()
const kept = readAccounts(config.DATA_DIR)
if (kept?.state !== 'planted') {
  console.info('There is no demo content here.')
  process.exit(0)
}
const db = openToolDatabase(config)
await migrate(db)
const images = createImages({ db, files: mediaFiles(config) })
let removed = 0
for (const { id } of kept.accounts) removed += (await deletePerson({ db, images }, id)) ? 1 : 0
keepAccounts(config.DATA_DIR, 'removed', [])
await db.destroy()
console.info(`Demo content removed: ${removed} people and everything they published, wrote and saved.`)
