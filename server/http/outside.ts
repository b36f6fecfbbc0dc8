import { createSlots } from './slots.ts'

/** The only hosts that the server asks. Nothing that a person typed becomes a host. */
const HOSTS: readonly string[] = ['www.youtube.com', 'i.ytimg.com', 'vimeo.com', 'i.vimeocdn.com']
/** Only with a key. */
const YOUTUBE_API = 'www.googleapis.com'

const TIMEOUT_MS = 5000
const ANSWER_MAX_BYTES = 512 * 1024
const REDIRECTS_MAX = 3
const AT_ONCE = 4
const WAITING = 1000
const WAIT_MS = 60_000

/** A whole answer of an outside host. */
export interface OutsideAnswer {
  status: number
  body: Buffer
}

/** Requests to other sites. */
export interface Outside {
  /** False with `OUTSIDE=off`. */
  readonly isOn: boolean
  /** For lists of the YouTube Data API, if the operator has one. */
  readonly youTubeKey: string | undefined
  /**
   * GETs an https address of a listed host. `undefined` without an answer: no network, too slow, too large, a redirect to
   * another host, or `OUTSIDE=off`. It never throws.
   */
  get(address: string, signal?: AbortSignal): Promise<OutsideAnswer | undefined>
}

interface OutsideConfig {
  OUTSIDE: 'on' | 'off'
  /** Tests only: a server that stands in for all hosts, each under its name: `/vimeo.com/api/…`. */
  OUTSIDE_STAND_IN?: string | undefined
  YOUTUBE_API_KEY?: string | undefined
}

export function createOutside({
  OUTSIDE,
  OUTSIDE_STAND_IN: standIn,
  YOUTUBE_API_KEY: youTubeKey,
}: OutsideConfig): Outside {
  const hosts = new Set(youTubeKey === undefined ? HOSTS : [...HOSTS, YOUTUBE_API])
  const slots = createSlots({
    atOnce: AT_ONCE,
    waiting: WAITING,
    waitMs: WAIT_MS,
    error: () => new Error('Too many requests to other sites wait.'),
  })
  return {
    isOn: OUTSIDE === 'on',
    youTubeKey,
    async get(address, signal) {
      if (OUTSIDE === 'off') return
      return slots
        .run(() => {
          const limit = AbortSignal.timeout(TIMEOUT_MS)
          return follow(address, {
            hosts,
            standIn,
            signal: signal ? AbortSignal.any([signal, limit]) : limit,
          })
        })
        .catch(() => undefined)
    },
  }
}

interface Request {
  hosts: ReadonlySet<string>
  standIn: string | undefined
  signal: AbortSignal
}

async function follow(
  first: string,
  { hosts, standIn, signal }: Request,
): Promise<OutsideAnswer | undefined> {
  let address = listed(hosts, first)
  for (let redirects = 0; address !== undefined && redirects <= REDIRECTS_MAX; redirects += 1) {
    const url =
      standIn === undefined ? address : `${standIn}/${address.host}${address.pathname}${address.search}`
    const response = await fetch(url, { redirect: 'manual', signal, headers: { 'user-agent': 'Lectern' } })
    const next = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || next === null) return whole(response)
    await response.body?.cancel()
    address = listed(hosts, next, address)
  }
  return undefined
}

/** The address if it is one that may be asked. */
function listed(hosts: ReadonlySet<string>, address: string, base?: URL): URL | undefined {
  const url = URL.parse(address, base)
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  return hosts.has(url.hostname) ? url : undefined
}

async function whole(response: Response): Promise<OutsideAnswer | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the rest.
    if (bytes > ANSWER_MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return { status: response.status, body: Buffer.concat(chunks) }
}
