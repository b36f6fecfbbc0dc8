import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { shownIn } from '#server/core/changes.ts'

export interface PageRequest {
  acceptEncoding?: string
  ifNoneMatch?: string
}

export interface PageAnswer {
  status: number
  headers: Record<string, string>
  /** Nothing with 304 and with redirects. */
  body: Buffer | null
  /** The things that the body tells of; absent where a smaller form of it will be next. */
  shown?: ReadonlySet<string>
}

const BROTLI_QUALITY = { quick: 1, thorough: 5 }
const GZIP_LEVEL = { quick: 1, thorough: 6 }
const WINDOW_MAX = 22

/** A window larger than the page is only cleared in vain. */
function brotliOptions(bytes: Buffer, quality: number) {
  const window = Math.min(WINDOW_MAX, 32 - Math.clz32(bytes.length))
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: Math.max(constants.BROTLI_MIN_WINDOW_BITS, window),
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }
}

/** For who asks first: less work than handing it to another thread. */
const quickly = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, brotliOptions(bytes, BROTLI_QUALITY.quick)),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: GZIP_LEVEL.quick }),
}

/** For all others: a fifth smaller, off the thread that answers. */
const thoroughly = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliOptions(bytes, BROTLI_QUALITY.thorough)),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: GZIP_LEVEL.thorough }),
}

type Encoding = keyof typeof quickly

/**
 * A page as bytes; each compressed form is made when it is asked for, and a smaller one when it is asked for again. Most
 * pages never are before something changes.
 */
export interface FinishedPage {
  status: number
  bytes: Buffer
  /** The things that it tells of. */
  shown: ReadonlySet<string>
  answer: (request: PageRequest) => Promise<PageAnswer>
}

interface Page {
  path: string
  status: number
  html: string
}

export function finishedPage({ path, status, html }: Page): FinishedPage {
  const shown = shownIn(path, html)
  const bytes = Buffer.from(html)
  const etag = `W/"${hash('sha1', bytes, 'base64url')}"`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'Accept-Encoding',
    etag,
  }
  const asked = new Set<Encoding>()
  const compressed = new Map<Encoding, Promise<Buffer>>()
  const encoded = (encoding: Encoding): Buffer | Promise<Buffer> => {
    if (!asked.has(encoding)) {
      asked.add(encoding)
      return quickly[encoding](bytes)
    }
    const made = compressed.get(encoding) ?? thoroughly[encoding](bytes)
    compressed.set(encoding, made)
    return made
  }
  return {
    status,
    bytes,
    shown,
    async answer({ acceptEncoding = '', ifNoneMatch = '' }) {
      if (status === 200 && ifNoneMatch.includes(etag)) return { status: 304, headers, body: null }
      const encoding = preferred(acceptEncoding)
      if (encoding === undefined) return { status, headers, body: bytes, shown }
      const named = { ...headers, 'content-encoding': encoding }
      const isFirst = !asked.has(encoding)
      const body = await encoded(encoding)
      return { status, headers: named, body, ...(!isFirst && { shown }) }
    },
  }
}

/** Brotli, else gzip, unless the request refuses them with `q=0`. */
function preferred(accepted: string): Encoding | undefined {
  const takes = (encoding: string) =>
    new RegExp(`(^|[,\\s])${encoding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accepted)
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : undefined
}
