/**
 * The whole API as a program of its own, for tests/security: real sockets, a real database file, a log on stdout. Pages
 * are left out, so that it needs no build; tests/e2e attacks those.
 */
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { openSiteDatabase } from './data/database.ts'
import { migrate } from './data/migrate.ts'
import { ensureFirstAdmin } from './features/account/auth/first-admin.ts'

const config = readConfig()
const db = openSiteDatabase(config)
await migrate(db)
const { app, context } = await buildApp({
  config,
  db,
  logger: { level: config.LOG_LEVEL },
  checkReplies: true,
})
await ensureFirstAdmin({
  db,
  images: context.images,
  config,
  log: app.log,
  warn: (line) => console.warn(line),
})
console.info(`listening at ${await app.listen({ host: config.HOST, port: config.PORT })}`)
process.once('SIGTERM', () => {
  app
    .close()
    .then(() => db.destroy())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    )
})
