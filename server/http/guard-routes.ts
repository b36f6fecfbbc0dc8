import type { FastifyInstance } from 'fastify'
import type { Permissions } from '../auth/permissions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's row in contract/access.ts. */
    call?: string
    /** Under overload the call is rejected before others (contract/endpoint.ts). */
    deferrable?: true | undefined
  }
}

/** Makes a route without a row in the access table an error, so that such a server does not start. */
export function guardRoutes(app: FastifyInstance, permissions: Permissions): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (permissions.allows(url, config?.call)) return
    throw new Error(
      `${String(method)} ${url} needs a row in contract/access.ts or an entry in its open paths.`,
    )
  })
}
