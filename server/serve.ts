import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { refuseHalfRestored } from './cli/archive/staging.ts'
import type { Config } from './config.ts'
import { refuseDamaged, watchForDamage } from './data/damage.ts'
import { DATABASE_FILE, type Database, openSiteDatabase } from './data/database.ts'
import { readyDatabase } from './data/ready.ts'
import { plantDemoOnNewSite } from './demo/new-site.ts'
import { ensureFirstAdmin } from './features/auth/first-admin.ts'
import { refuseLostDatabase } from './features/media/lost-database.ts'
import { logOptions } from './log.ts'
import { tellReady } from './ready.ts'
import { mountSite } from './site.ts'
import { mediaFiles, mediaPlace } from './storage.ts'
import { startSweeps } from './sweeps.ts'
import { joinWorkerPool } from './workers/worker.ts'

/** Whoever stops us often ends us by force after ten seconds. */
const FINISHING_MS = 8000

interface ServeOptions {
  dev: boolean
  /** Other pages than the site's. */
  mount?: typeof mountSite
}

/**
 * Database → migrations → app → first content → listening, each told to the terminal; of several workers the first one
 * prepares the database while the others wait. SIGINT and SIGTERM let running requests finish, then end the process.
 */
export async function serve(config: Config, { dev, mount = mountSite }: ServeOptions): Promise<void> {
  const workers = await joinWorkerPool()
  const prepares = workers?.prepares ?? true
  const runsCleanup = (workers?.number ?? 0) === 0
  if (prepares) await prepareDatabase(config)
  const db = openSiteDatabase(config, workers?.failedSyncs)
  if (prepares) await refuseLostDatabase({ db, files: mediaFiles(config), place: mediaPlace(config) })
  const { app, context, images } = await buildApp({
    config,
    db,
    logger: logOptions(config.LOG_LEVEL, process.stdout.isTTY),
    checkReplies: dev,
    workers,
  })
  if (prepares) {
    await plantDemoOnNewSite({ db, images, config, say: (text) => console.info(text) })
    await ensureFirstAdmin({ db, images, config, log: app.log, warn: (text) => console.warn(text) })
    workers?.primary.prepared()
  }
  await mount({ app, context, config, dev })
  const stopSweeps = runsCleanup ? startSweeps({ db, images, log: app.log }) : () => undefined
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  if (!workers) tellReady(config, address)

  const stop = stopper({ app, db, stopSweeps, says: !workers })
  process.once('SIGINT', () => stop('SIGINT')).once('SIGTERM', () => stop('SIGTERM'))
  if (config.DATABASE_URL !== undefined || !runsCleanup) return
  // Ending would help nobody: whoever starts it again starts it on the same file.
  await watchForDamage(config.DATA_DIR, context.damage.report)
}

async function prepareDatabase(config: Config): Promise<void> {
  await refuseHalfRestored(config.DATA_DIR)
  if (config.DATABASE_URL === undefined) {
    await refuseDamaged(config.DATA_DIR)
    // Asked before an empty database takes the place of the missing one.
    if (!existsSync(join(config.DATA_DIR, DATABASE_FILE)))
      await refuseLostDatabase({ files: mediaFiles(config), place: mediaPlace(config) })
  }
  const { ran, newer } = await readyDatabase(config)
  if (ran.length > 0) console.info(`[data] ${nameOf(config)}: database ready (${ran.join(', ')})`)
  if (newer !== undefined)
    console.warn(
      `[data] ${nameOf(config)}: a newer Lectern made it ready (${newer}); this older one works on it until it is updated`,
    )
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
  /** Of several workers the primary says it. */
  says: boolean
}

/** Lets running requests finish, and ends those that take too long for whoever waits for us to stop. */
function stopper({ app, db, stopSweeps, says }: Running): (signal: string) => void {
  let stopping = false
  return (signal) => {
    if (stopping) return
    stopping = true
    if (says) console.info(`[stop] ${signal}: finishing what is running`)
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
