import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { ACCESS, type AccessTable } from '#contract/access.ts'
import { PROVIDER } from '#contract/account/provider-messages.ts'
import { createLoginThrottle } from './auth/login-throttle.ts'
import { createPasskeys, relyingPartyOf } from './auth/passkeys.ts'
import { createPermissions } from './auth/permissions.ts'
import { createLimits } from './auth/rate-limit.ts'
import { openSecrets } from './auth/secret-key.ts'
import { createInvalidation } from './cache/invalidation.ts'
import { joinNodes, type Nodes, onlyNode } from './cache/nodes.ts'
import type { RedisLink } from './cache/redis.ts'
import { type ResponseCache, serveCached } from './cache/response-cache.ts'
import { type Config, mailModeOf, originOf, verifyEmailOf } from './config.ts'
import type { AppContext } from './context.ts'
import type { Db } from './data/database.ts'
import { othersWritesIn } from './data/sqlite.ts'
import { authRoutes } from './features/account/auth/auth.routes.ts'
import { consentRoutes } from './features/account/consents/consents.routes.ts'
import { providerRoutes } from './features/account/provider/provider.routes.ts'
import { createProviderClient } from './features/account/provider/provider-client.ts'
import { userAdminRoutes } from './features/account/users/admin.routes.ts'
import { userRoutes } from './features/account/users/users.routes.ts'
import { captionsRoutes } from './features/captions/captions.routes.ts'
import { rewriteStoredCaptions } from './features/captions/rewrite-stored.ts'
import { enqueueTranscription, transcribeVideos } from './features/captions/transcribe.ts'
import { visibilityRoutes } from './features/catalog/audience/visibility.routes.ts'
import { categoryRoutes } from './features/catalog/categories/categories.routes.ts'
import { courseRoutes } from './features/catalog/courses/courses.routes.ts'
import { countPlayerFaults, liveRoutes, type PlayerFaults } from './features/catalog/courses/live.routes.ts'
import { courseShowing } from './features/catalog/courses/showing.queries.ts'
import { playlistRoutes } from './features/catalog/playlists/playlists.routes.ts'
import { trashRoutes } from './features/catalog/trash/trash.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { insightRoutes } from './features/insight/insight.routes.ts'
import { homeRoutes } from './features/learning/home/home.routes.ts'
import { noteRoutes } from './features/learning/notes/notes.routes.ts'
import { progressRoutes } from './features/learning/progress/progress.routes.ts'
import { summaryRoutes } from './features/learning/summary/summary.routes.ts'
import { ACCOUNT_MAILS } from './features/mail/account-mails.ts'
import { sendMails } from './features/mail/send-mails.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { createImages } from './features/media/media.ts'
import { openPictures } from './features/media/picture-files.ts'
import { notificationMails } from './features/notifications/mails.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { notifySecurity } from './features/notifications/notify-security.ts'
import { endShortage, notifyOfShortage } from './features/notifications/problems.ts'
import { overviewRoutes } from './features/overview/overview.routes.ts'
import { peopleRoutes } from './features/people/directory/people.routes.ts'
import { groupRoutes } from './features/people/groups/groups.routes.ts'
import { importRoutes } from './features/people/imports/imports.routes.ts'
import { invitationMail } from './features/people/invitations/invitation-mail.ts'
import { invitationRoutes } from './features/people/invitations/invitations.routes.ts'
import { teacherRequestRoutes } from './features/people/teacher-requests/teacher-requests.routes.ts'
import { reactionRoutes } from './features/reactions/reactions.routes.ts'
import { orderTags } from './features/reactions/saves.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { decisionDetails } from './features/review/decision-mail.ts'
import { reviewRoutes } from './features/review/review.routes.ts'
import { indexPassages } from './features/search/index/passages.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { legalRoutes } from './features/settings/legal/legal.routes.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { createSettings, lockedSettings, type Settings } from './features/settings/settings.ts'
import { findFfmpeg } from './features/video/ffmpeg.ts'
import { uploadRoutes } from './features/video/uploads.routes.ts'
import { openVideos } from './features/video/video-files.ts'
import { checkVideos } from './features/video-links/checks/video-checks.ts'
import { videoLinkRoutes } from './features/video-links/video-links.routes.ts'
import { checkFolder } from './files/disk-store.ts'
import type { FileStore } from './files/file-store.ts'
import { createServer } from './http/create-server.ts'
import { answerUnknownCall, registerErrors } from './http/errors.ts'
import { createKnownDamage, healthRoutes } from './http/health.ts'
import { liveMeRoute } from './http/live-route.ts'
import { metricsRoutes, type Watched } from './http/metrics.ts'
import { openApiRoutes } from './http/openapi.ts'
import { createOutside } from './http/outside.ts'
import { limitConnections, shedLoad } from './http/overload.ts'
import { createRejectionLog } from './http/rejected-requests.ts'
import { addressReader, registerJson } from './http/request.ts'
import { guardRoutes } from './http/route.ts'
import { registerSecurity } from './http/security.ts'
import { createUploadMemory, registerUploads } from './http/uploads.ts'
import { createJobs, jobMetrics } from './jobs/jobs.ts'
import type { WorkerPool } from './workers/worker.ts'

import './listeners.ts'

export interface AppOptions {
  config: Config
  db: Db
  logger: FastifyServerOptions['logger']
  checkReplies?: boolean
  /** Off in development, where sources change between requests. */
  cacheResponses?: boolean
  workers?: WorkerPool | undefined
  access?: AccessTable
}

export interface App {
  app: FastifyInstance
  context: AppContext
  cache: ResponseCache | undefined
}

/** Creates every service once and connects them. site.ts adds the pages. */
export async function buildApp({
  config,
  db,
  logger,
  checkReplies = false,
  cacheResponses = !checkReplies,
  workers,
  access = ACCESS,
}: AppOptions): Promise<App> {
  const app = createServer(config, logger)
  const { redis, nodes, invalidation } = await connectNodes(app, { config, db, workers })
  const counting = { redis: redis?.client, isWorker: workers !== undefined }
  const limits = createLimits(config.RATE_LIMIT_SCALE, counting)
  const cache = cacheResponses
    ? serveCached(app, {
        limits,
        invalidation,
        addressOf: addressReader(config.TRUST_PROXY),
        extraTags: orderTags,
      })
    : undefined
  const damage = createKnownDamage(nodes.events, app.log)
  registerErrors(app, { onRejected: createRejectionLog(db), onDamaged: damage.report })
  limitConnections(app)
  registerSecurity(app, config.CORS_ORIGINS)
  shedLoad(app)
  registerJson(app)
  await registerUploads(app)

  const permissions = createPermissions(access)
  guardRoutes(app, permissions)

  const jobs = createJobs({ db, log: app.log })
  const pictures = openPictures(config)
  const context: AppContext = {
    app,
    db,
    invalidation,
    events: nodes.events,
    jobs,
    mail: mailOf(config),
    settings: {
      ...settingsOf(config),
      ...createSettings({ db, invalidation, locked: lockedSettings(config) }),
    },
    images: createImages({ db, files: pictures }),
    secrets: await openSecrets(config),
    outside: createOutside(config),
    damage,
    limits,
    throttle: createLoginThrottle({ scale: config.RATE_LIMIT_SCALE, ...counting }),
    withUploadMemory: createUploadMemory(config.WORKERS),
    permissions,
    passkeys: passkeysOf(config, { db, events: nodes.events, jobs }),
    ...signInOf(config),
    checkReplies,
    publicUrl: config.PUBLIC_URL,
    mediaUrl: config.MEDIA_URL ?? config.PUBLIC_URL,
    visitorHandlers: new Map(),
  }
  const faults = countPlayerFaults()
  mountRoutes(context, config, { pictures, faults })
  mountUploads(context, config)
  metricsRoutes(app, {
    dataFolder: config.DATA_DIR,
    token: config.METRICS_TOKEN,
    watched: [...watchedOf({ redis, nodes, cache }), ...jobMetrics(db)],
    counters: [faults],
    workers,
  })
  openApiRoutes(context)
  app.all('/api/*', answerUnknownCall)
  app.setNotFoundHandler(answerUnknownCall)
  permissions.checkComplete()
  return { app, context, cache }
}

function passkeysOf(config: Config, { db, ...services }: Pick<AppContext, 'db' | 'events' | 'jobs'>) {
  return createPasskeys({
    db,
    relyingParty: relyingPartyOf(originOf(config)),
    onDisabled: (change, { user_id: userId }, meta) =>
      notifySecurity(services, change, { userId, event: 'passkey-disabled', meta }),
  })
}

function signInOf(config: Config): Pick<AppContext, 'provider' | 'allowsPasswords' | 'adminSecondStep'> {
  return {
    provider: providerOf(config),
    allowsPasswords: config.PASSWORD_LOGIN === 'on',
    adminSecondStep: config.ADMIN_SECOND_STEP,
  }
}

function providerOf(config: Config): AppContext['provider'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return createProviderClient({
    issuer,
    clientId,
    clientSecret,
    label: config.OIDC_LABEL,
    scopes: config.OIDC_SCOPES,
    claim: config.OIDC_CLAIM,
    redirectUri: `${originOf(config)}/api/auth/oidc/${PROVIDER}/callback`,
  })
}

function mailOf(config: Config): AppContext['mail'] {
  const { SMTP_URL, MAIL_FROM = null } = config
  return {
    mode: mailModeOf(config),
    verifyEmail: verifyEmailOf(config),
    site: { origin: originOf(config) },
    server: SMTP_URL === undefined ? null : new URL(SMTP_URL).hostname,
    from: MAIL_FROM,
  }
}

function settingsOf(config: Config): Omit<AppContext['settings'], keyof Settings> {
  return {
    selfReview: config.SELF_REVIEW,
    reportsToHide: config.REPORTS_TO_HIDE,
  }
}

function mountRoutes(
  context: AppContext,
  config: Config,
  { pictures, faults }: { pictures: FileStore; faults: PlayerFaults },
): void {
  mediaRoutes(context, {
    files: pictures,
    elsewhere: config.MEDIA_URL !== undefined,
    shared: config.CORS_ORIGINS.length > 0,
  })
  settingsRoutes(context)
  legalRoutes(context)
  authRoutes(context)
  consentRoutes(context)
  providerRoutes(context)
  userRoutes(context)
  userAdminRoutes(context)
  playlistRoutes(context)
  visibilityRoutes(context)
  courseRoutes(context, { faults })
  trashRoutes(context)
  videoLinkRoutes(context)
  captionsRoutes(context)
  rewriteStoredCaptions(context)
  commentRoutes(context)
  reactionRoutes(context)
  notificationRoutes(context)
  homeRoutes(context)
  progressRoutes(context)
  summaryRoutes(context)
  noteRoutes(context)
  categoryRoutes(context)
  reviewRoutes(context)
  teacherRequestRoutes(context)
  reportRoutes(context)
  invitationRoutes(context)
  importRoutes(context)
  groupRoutes(context)
  peopleRoutes(context)
  insightRoutes(context)
  overviewRoutes(context, {
    config,
    afterDemo: async () => (await import('./demo/forget.ts')).forgetDemo(context.db, config.DATA_DIR),
  })
  searchRoutes(context)
  liveRoutes(context)
  liveMeRoute(context)
  checkVideos(context)
  const kinds = [...ACCOUNT_MAILS, ...notificationMails(context.db, decisionDetails), invitationMail(context)]
  sendMails(context, { config, kinds, readPicture: pictures.read })
  indexPassages(context)
  healthRoutes(context, [() => checkFolder(config.DATA_DIR), pictures.check])
}

function mountUploads(context: AppContext, config: Config): void {
  const files = openVideos(config)
  const tools = findFfmpeg(config)
  const { TRANSCRIBE_COMMAND: command, PATH, DATA_DIR: dataFolder } = config
  const transcribes = tools !== undefined && command !== undefined
  if (transcribes)
    transcribeVideos({ ...context, log: context.app.log }, { command, PATH, dataFolder, files, tools })
  uploadRoutes(context, {
    files,
    dataFolder,
    tools,
    node: config.UPLOAD_NODE,
    keepsOriginals: config.KEEP_ORIGINALS,
    jobs: config.TRANSCODE_JOBS,
    courseShowing,
    onAttached: async (trx, videoId) => {
      if (transcribes) await enqueueTranscription(trx, videoId)
    },
    onShortage: async () => {
      context.app.log.error('The disk is short of space: large uploads are rejected.')
      // The database may be on the same disk.
      await notifyOfShortage(context, config.UPLOAD_NODE).catch((error: unknown) =>
        context.app.log.warn({ err: error }, 'the admins were not notified'),
      )
    },
    onEnough: () => endShortage(context.db, config.UPLOAD_NODE),
  })
}

async function connectNodes(
  app: FastifyInstance,
  { config, db, workers }: Pick<AppOptions, 'config' | 'db' | 'workers'>,
) {
  const redis = await connectRedis(app, config)
  const joinsWorkers = workers !== undefined && redis === undefined
  // The file shows every write of another process. Workers tell each other only what visitors see: saves of progress, many
  // times a second, would otherwise clear the caches of all workers.
  const dataVersion = joinsWorkers ? undefined : othersWritesIn(db)
  const invalidation = await createInvalidation({ dataVersion }, async (onInvalidated) => {
    if (redis) return joinNodes({ redis, log: app.log, onChanged: onInvalidated })
    return workers?.join(onInvalidated) ?? onlyNode()
  })
  const nodes = invalidation.peers
  app.addHook('onClose', async () => {
    nodes.close()
    await redis?.close()
  })
  return { redis, nodes, invalidation }
}

async function connectRedis(app: FastifyInstance, config: Config): Promise<RedisLink | undefined> {
  if (!config.REDIS_URL) return undefined
  const { openRedis } = await import('./cache/redis.ts')
  return openRedis({ url: config.REDIS_URL, ca: config.REDIS_CA, log: app.log })
}

interface WatchedSources {
  redis: RedisLink | undefined
  nodes: Nodes
  cache: ResponseCache | undefined
}

function watchedOf({ redis, nodes, cache }: WatchedSources): Watched[] {
  const watched: Watched[] = [
    {
      name: 'lectern_response_cache_hits',
      help: 'Responses that came from the cache since the start.',
      read: () => cache?.hits ?? 0,
    },
  ]
  if (!redis) return watched
  return [
    ...watched,
    { name: 'lectern_redis_up', help: 'Whether Redis answers.', read: () => Number(redis.isUp) },
    {
      name: 'lectern_nodes_heard',
      help: 'Whether the messages of other nodes arrive.',
      read: () => Number(nodes.isConnected),
    },
  ]
}
