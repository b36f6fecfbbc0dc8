import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallName } from '#contract/calls.ts'
import { AppError } from './app-error.ts'
import { createDeadlines } from './deadlines.ts'
import { answerInOrder } from './pipelining.ts'
import { endSlowReaders } from './slow-readers.ts'
import { closeUnreadBodies } from './unread-bodies.ts'

/** On every answer (security.md section 3); pages and media add or replace their own policy. */
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
const BODY_SECONDS = 20

interface SecurityRules {
  corsOrigins: string[]
}

/** Adds the security headers and the CORS list, rejects sign-in from other sites, and disconnects slow clients. */
export function registerSecurity(app: FastifyInstance, { corsOrigins }: SecurityRules): void {
  const allowed = new Set(corsOrigins)
  answerInOrder(app)
  endSlowReaders(app)
  closeUnreadBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS)
    if (hasTwoHosts(request.raw)) throw new AppError('invalid', 'Invalid request.')
    const { origin } = request.headers
    if (origin !== undefined && allowed.has(origin)) {
      reply.header('access-control-allow-origin', origin).header('vary', 'Origin')
      if (request.method === 'OPTIONS') {
        return reply
          .headers({
            'access-control-allow-methods': 'GET, POST, PUT, DELETE',
            'access-control-allow-headers': 'authorization, content-type',
            'access-control-max-age': '600',
          })
          .status(204)
          .send()
      }
      return
    }
    rejectCrossSiteSignIn(request)
  })
  endSlowBodies(app)
}

/** Disconnects slow bodies. Uploads have a minimum speed instead (`multipart.ts`). */
function endSlowBodies(app: FastifyInstance): void {
  const coming = createDeadlines<IncomingMessage>(app, {
    seconds: BODY_SECONDS,
    onLate: (request) => request.destroy(),
  })
  app.addHook('preParsing', async ({ raw, headers }, _reply, payload) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (hasBody && !headers['content-type']?.startsWith('multipart/')) coming.begin(raw)
    return payload
  })
  app.addHook('preValidation', async ({ raw }) => coming.end(raw))
  app.addHook('onSend', async ({ raw }) => coming.end(raw))
}

/** These calls need no credential, so another site could send them for a user. */
const SIGN_IN: ReadonlySet<string> = new Set<CallName>(['auth.login', 'auth.register', 'auth.reset'])

/** Checks the matched route, because one address has many spellings. */
function rejectCrossSiteSignIn({ headers, routeOptions }: FastifyRequest): void {
  const signsIn = SIGN_IN.has(routeOptions.config.call ?? '')
  if (signsIn && headers['sec-fetch-site'] === 'cross-site') {
    throw new AppError('forbidden', 'Cross-site request refused.')
  }
}

/** Node keeps the first `Host` header; a proxy may have used the other. */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

interface PagePolicy {
  /** MEDIA_URL. */
  mediaUrl?: string | undefined
  publicUrl: string | undefined
  /** `'sha256-…'` of the one inline script. */
  scriptHash: string
  /** `'sha256-…'` of the one style element, where there is one. */
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
    "media-src 'none'",
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
