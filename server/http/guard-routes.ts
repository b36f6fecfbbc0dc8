import type { FastifyInstance } from 'fastify'
import type { Permissions } from '../auth/permissions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of contract/access.ts that this route obeys. */
    call?: string
  }
}

/** From here on a route that nobody has allowed is an error, so that such a server does not start. */
export function guardRoutes(app: FastifyInstance, permissions: Permissions): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (permissions.allows(url, config?.call)) return
    throw new Error(
      `Nobody has said who may call ${String(method)} ${url}: it needs a row in contract/access.ts, or a place among its open paths.`,
    )
  })
}
