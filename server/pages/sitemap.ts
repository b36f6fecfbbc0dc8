import { Readable } from 'node:stream'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { networkOf } from '#server/http/request.ts'
import { type Listed, publicPlaylists, publicTeachers } from './sitemap.queries.ts'

const RULES = 'User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /teacher-dashboard\n'
const SCREENS = ['/', '/courses', '/teachers', '/about', '/contact']
/** Of a site for members only. */
const FOR_MEMBERS = 'User-agent: *\nDisallow: /\n'
const START =
  '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
const END = '</urlset>\n'
const EMPTY = [START, END]
/** The sitemap protocol's limit for one file. The sitemap of a larger site has its newest playlists. */
const ADDRESSES_MAX = 50_000
const READ_AT_ONCE = 1000

interface Addresses {
  origin: string
  publicUrl: string | undefined
}

export function serveForSearchEngines(context: AppContext, { origin, publicUrl }: Addresses): void {
  const robots = publicUrl ? `${RULES}Sitemap: ${publicUrl}/sitemap.xml\n` : RULES
  const isOpen = async () => (await context.settings.get('siteAccess')) === 'open'
  context.app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send((await isOpen()) ? robots : FOR_MEMBERS),
  )
  context.app.get('/sitemap.xml', async (request, reply) => {
    await context.limits.spend('write', networkOf(request.ip))
    const lines = (await isOpen()) ? sitemap(context.db, origin) : EMPTY
    return reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(Readable.from(lines, { objectMode: false }))
  })
}

/** Streams the public addresses page by page, so that a large site is never in memory at once. */
export async function* sitemap(db: Db, origin: string, max = ADDRESSES_MAX): AsyncGenerator<string> {
  let left = max - SCREENS.length
  yield START
  yield SCREENS.map((path) => `<url><loc>${origin}${path}</loc></url>\n`).join('')
  for (const [path, read] of [
    ['/playlist-details/', publicPlaylists],
    ['/teacher-profile/', publicTeachers],
  ] as const) {
    for (let after: string | undefined; left > 0; ) {
      const limit = Math.min(READ_AT_ONCE, left)
      const rows = await read(db, { after, limit })
      yield rows.map((row) => entry(`${origin}${path}`, row)).join('')
      left -= rows.length
      after = rows.at(-1)?.id
      if (rows.length < limit) break
    }
  }
  yield END
}

function entry(address: string, { id, updatedAt }: Listed): string {
  return `<url><loc>${address}${id}</loc><lastmod>${updatedAt}</lastmod></url>\n`
}
