import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Config, originOf } from './config.ts'
import type { AppContext } from './context.ts'
import { isSetupOpen } from './features/account/auth/setup.ts'
import { siteLook } from './features/settings/site-info.ts'
import { AppError } from './http/app-error.ts'
import { serveAssets } from './http/assets.ts'
import { pageHeaders, pathOf, withoutQueries } from './http/link-key.ts'
import { networkOf } from './http/request.ts'
import { createVisitorCall } from './http/route.ts'
import { pagePolicy } from './http/security.ts'
import { createPages, type Pages } from './pages/pages.ts'
import { serveForSearchEngines } from './pages/sitemap.ts'
import type { Site } from './pages/template.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const URL_MAX = 2048
const REPORT_MAX_BYTES = 8 * 1024

interface SiteOptions {
  app: FastifyInstance
  context: AppContext
  config: Config
  dev: boolean
}

/** Mounts everything that is not an API call: pages, assets, sitemap and robots.txt, and content policy reports. */
export async function mountSite({ app, context, config, dev }: SiteOptions): Promise<void> {
  const origin = originOf(config)
  const options = {
    call: createVisitorCall(context, config.MEDIA_URL),
    site: () => siteOf(context, origin),
  }
  const pages = dev ? await mountSources(app, options) : await mountBuilt(app, options)
  acceptPolicyReports(app, context)
  serveForSearchEngines(context, { origin, publicUrl: config.PUBLIC_URL })

  const render = coalesce(pages.render, context.invalidation.onInvalidate)
  const policy = { publicUrl: config.PUBLIC_URL, mediaUrl: config.MEDIA_URL, scriptHash: pages.themeHash }
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.length > URL_MAX) throw new AppError('uri_too_long', 'This address is too long.')
    await context.limits.spend('read', networkOf(request.ip))
    const isOpen = (await context.settings.get('siteAccess')) === 'open'
    const { status, headers, body, styleHash } = await (isOpen ? render(request.url) : pages.shell())
    if (dev) reply.removeHeader('content-security-policy')
    else reply.header('content-security-policy', pagePolicy({ ...policy, styleHash }))
    return reply
      .status(status)
      .headers(pageHeaders(request.url, headers))
      .send(body ?? undefined)
  }
  app.get('/api/docs', page)
  app.get('/*', page)
}

/** What every page says of the site. */
async function siteOf(context: AppContext, origin: string): Promise<Site> {
  const lacksAdmin = await isSetupOpen(context.db)
  return {
    name: await context.settings.get('siteName'),
    origin,
    figures: await context.settings.get('figures'),
    ...(lacksAdmin && { lacksAdmin }),
    ...(await siteLook(context)),
  }
}

type PagesOptions = Pick<Parameters<typeof createPages>[0], 'call' | 'site'>

async function mountBuilt(app: FastifyInstance, options: PagesOptions): Promise<Pages> {
  await serveAssets(app, `${DIST}/web/assets`)
  return createPages({
    dist: DIST,
    ...options,
    onError: (error, path) =>
      app.log.error({ err: error, path: pathOf(path) }, 'a page could not be rendered'),
  })
}

async function mountSources(app: FastifyInstance, options: PagesOptions): Promise<Pages> {
  const { createDevPages } = await import('./pages/dev-pages.ts')
  const pages = await createDevPages({ ...options, server: app.server })
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(api|media|art|theme|healthz|readyz|metrics)\b/.test(request.url)) done()
    else pages.middleware(request.raw, reply.raw, () => done())
  })
  app.addHook('onClose', () => pages.close())
  return pages
}

function acceptPolicyReports(app: FastifyInstance, context: AppContext): void {
  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: REPORT_MAX_BYTES },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.post('/csp-report', { bodyLimit: REPORT_MAX_BYTES }, async (request, reply) => {
      await context.limits.spend('write', networkOf(request.ip))
      request.log.warn({ report: withoutQueries(String(request.body)) }, 'content policy violation')
      return reply.status(204).send()
    })
    done()
  })
}

/**
 * Shares running work between callers with the same key. After an invalidation later callers start new work, because the
 * running one may have read the data before the write.
 */
export function coalesce<Result>(
  work: (key: string) => Promise<Result>,
  onInvalidate: (listener: () => void) => void,
): (key: string) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  onInvalidate(() => running.clear())
  return (key) => {
    const result = running.get(key) ?? work(key).finally(() => running.delete(key))
    running.set(key, result)
    return result
  }
}
