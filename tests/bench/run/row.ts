import type { Request } from './driving.ts'
import type { Questions } from './questions.ts'
import type { Write } from './raw-writes.ts'
import { deepCursor, environmentOf, type Site } from './site.ts'

/** What a row must reach. */
export interface Bar {
  /** At least this part of what the peer does. */
  ratio?: number
  /** Where the peer is no bare server: at least this part of one that does the same (docs/decisions/0018). */
  behindHttp?: number
  /** At most this many milliseconds. */
  p99?: number
  /** At most this many milliseconds of processor for one answer. */
  cpu?: number
  /** At most 1.3 times the work of this other row, or `times` as much. */
  of?: string
  times?: number
  /** At most so many milliseconds of processor more than that row, in the place of `times`. */
  more?: number
}

export interface Row {
  name: string
  requests: (site: Site) => Promise<Request[]> | Request[]
  /** What the small site is asked for, where the same request would find less there. */
  fewer?: (small: Site, large: Site) => Promise<Request[]>
  /** What growth is taken on, on both sites, where `requests` are not the same work on them. */
  alike?: (site: Site) => Promise<Request[]> | Request[]
  /** Asked one by one, each in every round, besides `requests`: p99 and growth are taken on them (questions.ts). */
  questions?: Questions
  connections: number
  /** The peer that sets the limit: the bare server with the same bytes unless it says otherwise; `none` where there is no like. */
  peer: 'bare' | 'nginx' | 'none' | Write
  bar: Bar
}

/** Of the site that is measured as the large one. */
export const isOnPostgres = (scale = 'large') => environmentOf(scale).DATABASE_URL !== undefined
export const ON_POSTGRESQL = isOnPostgres()
export const AT_ONCE = 16

export const PAGE = 20

export type CallInput = Row['requests']
export const read = (name: string, requests: CallInput, bar: Bar): Row => ({
  name,
  requests,
  connections: AT_ONCE,
  peer: 'bare',
  bar,
})

export const withToken = (token: string | undefined) => ({ authorization: `Bearer ${token ?? ''}` })

export async function deep(
  site: Site,
  path: string,
  headers: Record<string, string> = {},
): Promise<Request[]> {
  const cursor = await deepCursor(site.app.url, path.replace(`limit=${PAGE}`, ''), headers)
  return [{ path: `${path}&cursor=${cursor}`, headers }]
}

/** So many that none comes again while its answer is kept. */
const MANY = 4000

/** The same questions over and over, each at an address of its own, so that none is answered from memory. */
export const anew = (calls: readonly Request[]): Request[] =>
  Array.from({ length: MANY }, (_, n) => {
    const { path, ...rest } = calls[n % calls.length] ?? { path: '/' }
    return { ...rest, path: `${path}${path.includes('?') ? '&' : '?'}n=${n}` }
  })

export const searchFor = (q: string): Request => ({
  path: `/api/playlists/search-playlist?limit=${PAGE}&q=${encodeURIComponent(q)}`,
})

/** One by one: what is asked for is how long somebody waits who is alone. */
export const asking = (name: string, questions: Questions): Row => ({
  name,
  requests: (site) => anew(questions.all(site)),
  questions,
  connections: 1,
  peer: 'none',
  bar: { p99: ON_POSTGRESQL ? 30 : 15 },
})

export const momentsOf = (q: string): Request => ({ path: `/api/search/moments?q=${encodeURIComponent(q)}` })
