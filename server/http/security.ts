import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallName } from '#contract/calls.ts'
import { AppError } from './app-error.ts'
import { hasTwoHosts } from './request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
    /** Under overload the call is rejected before others (contract/endpoint.ts). */
    deferrable?: true | undefined
  }
}

/** On every answer; pages and media add or replace their own policy. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
}
const HSTS = 'max-age=63072000; includeSubDomains'
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '600',
}

/** Adds the security headers and the CORS list, and rejects sign-in from other sites. */
export function registerSecurity(app: FastifyInstance, corsOrigins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS)
    if (hasTwoHosts(request.raw)) throw new AppError('invalid', 'Invalid request.')
    const { origin } = request.headers
    if (origin === undefined || !corsOrigins.includes(origin)) return rejectCrossSiteSignIn(request)
    reply.header('access-control-allow-origin', origin).header('vary', 'Origin')
    if (request.method === 'OPTIONS') return reply.headers(PREFLIGHT).status(204).send()
  })
}

/** These calls need no credential, so another site could send them for a user. */
const SIGN_IN: ReadonlySet<string> = new Set<CallName>([
  'auth.login',
  'auth.register',
  'auth.reset',
  'passkeys.options',
  'passkeys.login',
  'secondStep.verify',
  'auth.forgot',
  'auth.verify',
  'provider.ticket',
  'provider.signUp',
  'provider.useLink',
])

/** Checks the matched route, because one address has many spellings. */
function rejectCrossSiteSignIn({ headers, routeOptions }: FastifyRequest): void {
  const signsIn = SIGN_IN.has(routeOptions.config.call ?? '')
  if (signsIn && headers['sec-fetch-site'] === 'cross-site') {
    throw new AppError('forbidden', 'Cross-site request refused.')
  }
}

interface PagePolicy {
  mediaUrl?: string | undefined
  publicUrl: string | undefined
  scriptHash: string
  styleHash?: string | undefined
}

/**
 * The policy of an HTML page: no inline code but the theme script, no inline styles but the page's own sheets, nothing
 * loaded from elsewhere but the player.
 */
export function pagePolicy({ publicUrl, mediaUrl, scriptHash, styleHash }: PagePolicy): string {
  const scripts = publicUrl ? `${publicUrl}/assets/` : "'self'"
  const images = mediaUrl ? `${new URL(mediaUrl).origin} ` : ''
  return [
    "default-src 'none'",
    `script-src ${scripts} ${scriptHash}`,
    `style-src 'self'${styleHash ? ` ${styleHash}` : ''}`,
    `img-src 'self' ${images}data: blob:`,
    "font-src 'self'",
    "connect-src 'self'",
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'report-uri /csp-report',
  ].join('; ')
}
