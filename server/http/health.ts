import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { AppContext, KnownDamage } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { isDamaged } from '#server/data/integrity.ts'
import { busy } from './app-error.ts'
import type { Events } from './live-events.ts'

/** Requests within this time get the last result, because a check writes and anyone may request it. */
const CACHE_MS = 1000
const TIMEOUT_MS = 3000

/** Rejects writes after damage is known, because no write may build on damaged pages. Reads continue. */
export function createKnownDamage(events: Events, log: FastifyBaseLogger): KnownDamage {
  const damage = {
    isKnown: false,
    report(error: unknown) {
      log.fatal({ err: error }, 'the database is damaged, no write is taken: stop, npm run doctor')
      if (!damage.isKnown) events.publish({ type: 'database.damaged' })
      damage.isKnown = true
    },
  }
  events.onDamaged(() => {
    damage.isKnown = true
  })
  return damage
}

/**
 * `GET /healthz`: the process answers. `GET /readyz`: the database and the stores of files accept a write and this run has
 * found no damage, else the 503 envelope with `Retry-After`. Neither reveals a version or a cause; the log has the cause.
 */
export function healthRoutes({ app, db, damage }: AppContext, checks: (() => Promise<void>)[]): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  let failure: Promise<unknown> | undefined
  let checkedAt = 0
  app.get('/readyz', async (request, reply) => {
    const now = performance.now()
    if (!failure || now - checkedAt > CACHE_MS) {
      checkedAt = now
      failure = failureOf(Promise.all([takesWrites(db), ...checks.map((check) => check())]))
    }
    const cause = await failure
    if (isDamaged(cause)) damage.report(cause)
    else if (cause !== undefined) request.log.warn({ err: cause }, 'not ready')
    if (damage.isKnown || cause !== undefined) throw busy()
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}

/** Writes without a change. Reads would not detect a lock of another process or a full or failing disk. */
async function takesWrites(db: Db): Promise<void> {
  await db.selectFrom('users').select('id').limit(1).execute()
  await sql`update kysely_migration_lock set is_locked = is_locked`.execute(db)
}

async function failureOf(checks: Promise<unknown>): Promise<unknown> {
  const late = wait(TIMEOUT_MS, new Error(`not ready within ${TIMEOUT_MS} ms`), { ref: false })
  const failed = checks.then(
    () => undefined,
    (error: unknown) => error,
  )
  return Promise.race([failed, late])
}
