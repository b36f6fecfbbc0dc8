import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type App, buildApp } from './app.ts'
import { rejectHalfRestored } from './cli/archive/staging.ts'
import { type Config, originOf } from './config.ts'
import { rejectDamagedDatabase, watchForDamage } from './data/damage.ts'
import { DATABASE_FILE, type Database, openSiteDatabase } from './data/database.ts'
import { readyDatabase } from './data/ready.ts'
import { storeSite } from './data/site-row.ts'
import { seedDemoOnNewSite } from './demo/new-site.ts'
import { drawDemoVideo } from './demo/own-video.ts'
import { ensureFirstAdmin } from './features/account/auth/first-admin.ts'
import { drawSetupCode, setupSentence } from './features/account/auth/setup.ts'
import { addMissingRevisions } from './features/catalog/versions/first-revisions.queries.ts'
import { openPictures } from './features/media/picture-files.ts'
import { rejectLostDatabase } from './features/media/sweep.ts'
import { setHidingLimit } from './features/reports/hidden.queries.ts'
import type { Jobs } from './jobs/jobs.ts'
import { logOptions, printReady } from './log.ts'
import { mountSite } from './site.ts'
import { sweepHourly, tendSearchIndex } from './sweeps.ts'
import { joinWorkerPool } from './workers/worker.ts'

/** Process managers often kill a process ten seconds after they ask it to stop. */
const SHUTDOWN_MS = 8000

const KEY_LOST =
  'The secret key is not the one that this site began with: authenticator apps and links in sent mails do not work. See npm run doctor.'

/** The mask for the modes of new files (0640) and folders (0750). */
const OTHERS_HAVE_NO_ACCESS = 0o027

interface ServeOptions {
  dev: boolean
  mount?: typeof mountSite
}

/**
 * Opens and migrates the database, builds the app, creates the first content and listens. The first of several workers
 * prepares the database while the others wait. On SIGINT or SIGTERM, running requests finish before the process ends.
 */
export async function serve(config: Config, { dev, mount = mountSite }: ServeOptions): Promise<void> {
  // Only the user and the group of the server can read what it writes, and what libraries, the database and ffmpeg write.
  process.umask(OTHERS_HAVE_NO_ACCESS)
  const workers = joinWorkerPool()
  const prepares = workers?.prepares ?? true
  const isFirst = (workers?.number ?? 0) === 0
  if (prepares) await prepareDatabase(config)
  const db = openSiteDatabase(config, workers?.failedSyncs)
  if (prepares) await rejectLostDatabase({ db, files: openPictures(config) })
  const { app, context } = await buildApp({
    config,
    db,
    logger: logOptions(config.LOG_LEVEL, process.stdout.isTTY),
    checkReplies: dev,
    workers,
  })
  if (prepares) {
    await prepareContent({ app, context }, config)
    workers?.prepared()
  }
  await mount({ app, context, config, dev })
  drawDemoVideo(context, { config })
  sweepHourly(context)
  const stopTending = isFirst ? tendSearchIndex({ db, log: app.log }) : () => undefined
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  await context.jobs.start()
  const stop = stopper({ app, db, jobs: context.jobs, stopTending, printsStop: !workers })
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop(signal))
  // A site that says that it is ready can be stopped cleanly.
  if (!workers) printReady(config, address)
  if (config.DATABASE_URL !== undefined || !isFirst) return
  // The process keeps serving reads: a restart would open the same damaged file.
  await watchForDamage(config.DATA_DIR, context.damage.report)
}

/** Makes the changes of a start in the database: the first content, the first admin and the settings that queries need. */
async function prepareContent({ app, context }: Pick<App, 'app' | 'context'>, config: Config): Promise<void> {
  const { db, images, secrets, mail } = context
  await seedDemoOnNewSite({ db, images, config, say: (line) => console.info(line) })
  await addMissingRevisions(db)
  await setHidingLimit(db, config.REPORTS_TO_HIDE)
  await ensureFirstAdmin({ db, images, config, log: app.log, warn: (line) => console.warn(line) })
  const isSameKey = await storeSite(db, { keyCheck: secrets.check, sendsMail: mail.mode !== 'none' })
  if (!isSameKey) console.warn(KEY_LOST)
  const setupCode = await drawSetupCode(db)
  if (setupCode !== undefined) console.info(`[admin] ${setupSentence(originOf(config), setupCode)}`)
}

async function prepareDatabase(config: Config): Promise<void> {
  await rejectHalfRestored(config.DATA_DIR)
  if (config.DATABASE_URL === undefined) {
    await rejectDamagedDatabase(config.DATA_DIR)
    // This check must run before an empty database replaces the missing one.
    if (!existsSync(join(config.DATA_DIR, DATABASE_FILE)))
      await rejectLostDatabase({ files: openPictures(config) })
  }
  const { ran, newer } = await readyDatabase(config)
  if (ran.length > 0) console.info(`[data] ${nameOf(config)}: database ready (${ran.join(', ')})`)
  if (newer !== undefined)
    console.warn(
      `[data] ${nameOf(config)}: a newer Lectern made it ready (${newer}); this older one works on it until it is updated`,
    )
}

function nameOf({ DATA_DIR, DATABASE_URL }: Config): string {
  if (DATABASE_URL === undefined) return DATA_DIR
  const { host, pathname } = new URL(DATABASE_URL)
  return `${host}${pathname}`
}

interface Running {
  app: FastifyInstance
  db: Database
  jobs: Jobs
  stopTending: () => void
  /** False in a worker: the primary prints the message. */
  printsStop: boolean
}

/** Lets running requests finish and closes the connections that are still open after `SHUTDOWN_MS`. */
function stopper({ app, db, jobs, stopTending, printsStop }: Running): (signal: string) => Promise<void> {
  let stopping = false
  return async (signal) => {
    if (stopping) return
    stopping = true
    if (printsStop) console.info(`[stop] ${signal}: finishing what is running`)
    stopTending()
    setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_MS).unref()
    try {
      await Promise.all([jobs.stop(), app.close()])
      await db.destroy()
      process.exit(0)
    } catch (error) {
      console.error('[stop] failed', error)
      process.exit(1)
    }
  }
}
