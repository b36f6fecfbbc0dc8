import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Config } from '#server/config.ts'
import { answerBadBytes, answerUnroutable } from './errors.ts'
import { pathOf } from './link-key.ts'
import { newRequestId } from './request.ts'

/** Applies the time and size limits, so that a slow client holds a socket for seconds only. */
export function createServer(config: Config, logger: FastifyServerOptions['logger']): FastifyInstance {
  const app = Fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    clientErrorHandler: answerBadBytes,
    frameworkErrors: answerUnroutable,
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    bodyLimit: 65_536,
    requestTimeout: 60_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 5_000,
    maxRequestsPerSocket: 1_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: false },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
  })
  app.server.maxConnections = 4_000
  if (app.log.level !== 'debug' && app.log.level !== 'trace') return app
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime)
    request.log.debug(
      { method: request.method, path: pathOf(request.url), status: reply.statusCode, ms },
      'answered',
    )
  })
  return app
}
