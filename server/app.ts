import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { ACCESS, type AccessTable } from '#contract/access.ts'
import type { Config } from './config.ts'
import { createRights } from './core/access.ts'
import type { Changed } from './core/changes.ts'
import type { Db } from './core/db/database.ts'
import { writesIn } from './core/db/dialect.ts'
import { watchMoments } from './core/db/moments.ts'
import { openReplicas } from './core/db/replicas.ts'
import { joinNodes, onlyNode } from './core/events-shared.ts'
import type { House } from './core/house.ts'
import { answerUnknownCall, registerErrors } from './core/http/errors.ts'
import { serveFinished } from './core/http/finished.ts'
import { guardRoutes } from './core/http/guard-routes.ts'
import { healthRoutes } from './core/http/health.ts'
import { registerJson } from './core/http/json.ts'
import { liveRoutes } from './core/http/live.ts'
import { metricsRoutes, type Watched } from './core/http/metrics.ts'
import { registerMultipart } from './core/http/multipart.ts'
import { openApiRoutes } from './core/http/openapi.ts'
import { shedOverload } from './core/http/overload.ts'
import { createRefusalRecord } from './core/http/refusals.ts'
import { logOfRequest } from './core/http/request-log.ts'
import { registerSecurity } from './core/http/security.ts'
import { createSharedAnswers } from './core/http/shared-answers.ts'
import { answerUnreadable, answerUnroutable, newRequestId } from './core/http/unreadable.ts'
import { createUploadPlaces } from './core/http/upload-places.ts'
import { createKnownDamage } from './core/known-damage.ts'
import { createLimits } from './core/limits.ts'
import { createLoginThrottle } from './core/login-throttle.ts'
import { createSharedThrottle } from './core/login-throttle-shared.ts'
import { addressReader } from './core/network.ts'
import type { RedisLink } from './core/redis.ts'
import type { Crew } from './core/workers/crew.ts'
import { joinWorkers } from './core/workers/nodes.ts'
import { approvalRoutes } from './features/approval/approval.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { categoryRoutes } from './features/categories/categories.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { courseRoutes } from './features/courses/courses.routes.ts'
import { likeRoutes } from './features/likes/likes.routes.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { createImages, type Images } from './features/media/media.ts'
import { playlistRoutes } from './features/playlists/playlists.routes.ts'
import { saveRoutes } from './features/saves/saves.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { openStorage } from './media-files.ts'

export interface AppParts {
  config: Config
  db: Db
  logger: FastifyServerOptions['logger']
  checkReplies?: boolean
  /** The other workers of this machine, when there are any. */
  crew?: Crew | undefined
  /** Another table than the product's, for tests of what it does. */
  access?: AccessTable
}

export interface App {
  app: FastifyInstance
  house: House
  images: Images
}

/** The whole server on one page: each part is made once and handed to who needs it. Pages are added by main.mjs. */
export async function buildApp({
  config,
  db,
  logger,
  checkReplies = false,
  crew,
  access = ACCESS,
}: AppParts): Promise<App> {
  const app = createServer(config, logger)
  const { redis, nodes, shared } = await joinSite(app, { config, db, crew })
  const damage = createKnownDamage(nodes.events, app.log)
  registerErrors(app, { refused: createRefusalRecord(db), damaged: damage.report })
  registerSecurity(app, { corsOrigins: config.CORS_ORIGINS })
  shedOverload(app)
  registerJson(app)
  await registerMultipart(app)

  const rights = createRights(access)
  guardRoutes(app, rights)

  const counting = { redis: redis?.client, line: crew?.line }
  const house: House = {
    app,
    db,
    ...shared,
    events: nodes.events,
    damage,
    limits: createLimits(config.RATE_LIMIT_SCALE, counting),
    uploadPlaces: createUploadPlaces({ processes: config.WORKERS }),
    rights,
    checkReplies,
    publicUrl: config.PUBLIC_URL,
    mediaUrl: config.MEDIA_URL ?? config.PUBLIC_URL,
    rateScale: config.RATE_LIMIT_SCALE,
    visitorAnswers: new Map(),
  }
  const { files, needed } = openStorage(config)
  const images = createImages({ db, files })
  const scale = config.RATE_LIMIT_SCALE
  const by = counting.redis ?? counting.line
  const throttle = createLoginThrottle({ scale, shared: by && createSharedThrottle({ by, scale }) })

  mediaRoutes(house, {
    files,
    elsewhere: config.MEDIA_URL !== undefined,
    shared: config.CORS_ORIGINS.length > 0,
  })
  authRoutes(house, { images, throttle, siteName: config.SITE_NAME })
  userRoutes(house, { images, throttle, siteName: config.SITE_NAME })
  playlistRoutes(house, images)
  courseRoutes(house, images)
  commentRoutes(house)
  likeRoutes(house)
  saveRoutes(house)
  categoryRoutes(house)
  approvalRoutes(house)
  searchRoutes(house)
  liveRoutes(house)
  healthRoutes(house, needed)
  const metrics = metricsRoutes(app, {
    dataFolder: config.DATA_DIR,
    token: config.METRICS_TOKEN,
    watched: watchedOf({ config, redis, nodes, shared }),
    crew,
  })
  openApiRoutes(house, { siteName: config.SITE_NAME })
  app.all('/api/*', answerUnknownCall)
  app.setNotFoundHandler(answerUnknownCall)
  rights.checkComplete()
  if (!checkReplies) {
    serveFinished({ house, addressOf: addressReader(config.TRUST_PROXY), onServed: metrics.countFinished })
  }
  if (nodes.look) app.server.prependListener('request', nodes.look)
  return { app, house, images }
}

type WatchedParts = Pick<AppParts, 'config'> &
  Pick<Awaited<ReturnType<typeof joinSite>>, 'redis' | 'nodes' | 'shared'>

/** What this node shares with others: their news, and the replicas that it may read while it hears them. */
async function joinSite(
  app: FastifyInstance,
  { config, db, crew }: Pick<AppParts, 'config' | 'db' | 'crew'>,
) {
  const listeners: ((changed: Changed) => void)[] = []
  const forget = (changed: Changed) => {
    for (const listener of listeners) listener(changed)
  }
  const redis = await linkToRedis(app, config)
  const alone = crew ? joinWorkers(crew, forget) : onlyNode()
  const nodes = redis ? await joinNodes({ redis, log: app.log, onChanged: forget }) : alone
  const replicas = openReplicas({ primary: db, place: config, hears: () => nodes.isHeard, log: app.log })
  listeners.push(replicas.wrote)
  const onChanged: House['onChanged'] = (listener) => listeners.push(listener)
  const noticeOthers = noticeOthersIn(db, () => forget('everything'))
  const sharedAnswers = createSharedAnswers({ noticeOthers, moment: watchMoments(db), onChanged })
  app.addHook('onClose', async () => {
    nodes.close()
    await replicas.close()
    await redis?.close()
  })
  const changed: House['changed'] = (what) => {
    if (what.length === 0) return
    forget(what)
    nodes.changed(what)
    if (what === 'everything') nodes.events.publish({ type: 'access.changed' })
  }
  const hearsOthers = () => nodes.isHeard
  return {
    redis,
    nodes,
    shared: { replicas, changed, onChanged, hearsOthers, noticeOthers, sharedAnswers },
  }
}

function noticeOthersIn(db: Db, noticed: () => void): (() => void) | undefined {
  const writes = writesIn(db)
  if (!writes) return undefined
  let known = writes.others()
  return () => {
    const now = writes.others()
    if (now === known) return
    known = now
    noticed()
  }
}

/** Its client is loaded only where there is a Redis. */
async function linkToRedis(app: FastifyInstance, config: Config): Promise<RedisLink | undefined> {
  if (!config.REDIS_URL) return undefined
  const { openRedis } = await import('./core/redis.ts')
  return openRedis({ url: config.REDIS_URL, ca: config.REDIS_CA, log: app.log })
}

/** What `/metrics` tells of the engines that this node has; a site on one machine has none of them. */
function watchedOf({ config, redis, nodes, shared: { replicas } }: WatchedParts): Watched[] {
  const watched: Watched[] = [
    { name: 'lectern_redis_up', help: 'Whether Redis answers.', read: () => Number(redis?.isUp) },
    {
      name: 'lectern_nodes_heard',
      help: 'Whether the news of other nodes arrive.',
      read: () => Number(nodes.isHeard),
    },
  ]
  const behind: Watched = {
    name: 'lectern_replica_behind_seconds',
    help: 'How much of the latest writes a replica may lack; infinite while it cannot be read.',
    read: replicas.behind,
  }
  return [...(redis ? watched : []), ...(config.DATABASE_REPLICA_URL.length > 0 ? [behind] : [])]
}

/** Time and size limits of security.md section 3: a slow client costs a socket for seconds, not for ever. */
function createServer(config: Config, logger: FastifyServerOptions['logger']): FastifyInstance {
  const app = Fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    childLoggerFactory: logOfRequest,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerUnroutable,
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    bodyLimit: 65_536,
    requestTimeout: 60_000,
    keepAliveTimeout: 5_000,
    maxRequestsPerSocket: 1_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: false },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
  })
  app.server.maxConnections = 4_000
  const tells = app.log.level === 'debug' || app.log.level === 'trace'
  if (!tells) return app
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0]
    request.log.debug(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
  return app
}
