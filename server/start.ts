import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { refuseHalfRestored } from './archive/staging.ts'
import { type Config, readConfig } from './config.ts'
import { refuseDamaged, watchForDamage } from './core/db/damage.ts'
import { type Database, openSiteDatabase } from './core/db/database.ts'
import { readyDatabase } from './core/db/ready.ts'
import { plantDemoOnNewSite } from './demo/new-site.ts'
import { ensureFirstAdmin } from './features/auth/first-admin.ts'
import { logOptions } from './log.ts'
import { mountSite } from './site.ts'
import { startSweeps } from './sweeps.ts'

/** Whoever stops us often ends us by force after ten seconds. */
const FINISHING_MS = 8000

interface StartOptions {
  dev: boolean
}

/**
 * Configuration → database → migrations → app → first content → listening, each told to the terminal. A wrong
 * environment ends the process with one sentence. SIGINT and SIGTERM let running requests finish, then end it.
 */
export async function start({ dev }: StartOptions): Promise<void> {
  try {
    await run(readConfig(), dev)
  } catch (error) {
    console.error(`Lectern did not start: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
}

async function run(config: Config, dev: boolean): Promise<void> {
  await refuseHalfRestored(config.DATA_DIR)
  if (config.DATABASE_URL === undefined) await refuseDamaged(config.DATA_DIR)
  const { ran, newer } = await readyDatabase(config)
  if (ran.length > 0) console.info(`[data] ${nameOf(config)}: database ready (${ran.join(', ')})`)
  if (newer !== undefined)
    console.warn(
      `[data] ${nameOf(config)}: a newer Lectern made it ready (${newer}); this older one works on it until it is updated`,
    )
  const db = openSiteDatabase(config)
  const { app, house, images } = await buildApp({
    config,
    db,
    logger: logOptions(config.LOG_LEVEL, process.stdout.isTTY),
    checkReplies: dev,
  })
  await plantDemoOnNewSite({ db, images, config, say: (line) => console.info(line) })
  await ensureFirstAdmin({ db, images, config, log: app.log, warn: (line) => console.warn(line) })
  await mountSite({ app, house, config, dev })
  const stopSweeps = startSweeps({ db, images, log: app.log })
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  console.info(
    `[site] ${config.SITE_NAME} is ready at ${config.PUBLIC_URL ?? address.replace('127.0.0.1', 'localhost')}`,
  )

  const stop = stopper({ app, db, stopSweeps })
  process.once('SIGINT', () => stop('SIGINT')).once('SIGTERM', () => stop('SIGTERM'))
  if (config.DATABASE_URL !== undefined) return
  await watchForDamage(config.DATA_DIR, (error) => {
    console.error(`[stop] ${error.message}`)
    process.exit(1)
  })
}

/** Never with the password. */
function nameOf({ DATA_DIR, DATABASE_URL }: Config): string {
  if (DATABASE_URL === undefined) return DATA_DIR
  const { host, pathname } = new URL(DATABASE_URL)
  return `${host}${pathname}`
}

interface Running {
  app: FastifyInstance
  db: Database
  stopSweeps: () => void
}

/** Lets running requests finish, and ends those that take too long for whoever waits for us to stop. */
function stopper({ app, db, stopSweeps }: Running): (signal: string) => void {
  let stopping = false
  return (signal) => {
    if (stopping) return
    stopping = true
    console.info(`[stop] ${signal}: finishing what is running`)
    stopSweeps()
    setTimeout(() => app.server.closeAllConnections(), FINISHING_MS).unref()
    app
      .close()
      .then(() => db.destroy())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error('[stop] failed', error)
          process.exit(1)
        },
      )
  }
}
