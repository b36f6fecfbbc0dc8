import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { shownIn } from '#server/core/changes.ts'
import type { PageParts } from './template.ts'

export interface PageRequest {
  acceptEncoding?: string
  ifNoneMatch?: string
}

export interface PageAnswer {
  status: number
  headers: Record<string, string>
  /** Nothing with 304 and with redirects. */
  body: Buffer | null
  /** `'sha256-…'` of the styles in it, for its content policy; absent with redirects. */
  styleHash?: string
  /** The things that the body tells of; absent where a smaller form of it will be next. */
  shown?: ReadonlySet<string>
}

const BROTLI_QUALITY = { quick: 0, thorough: 5 }
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
  /** What it holds in memory, at most. */
  size: number
  /** The things that it tells of. */
  shown: ReadonlySet<string>
  answer: (request: PageRequest) => Promise<PageAnswer>
}

interface Page {
  path: string
  status: number
  parts: PageParts
  /** Absent while developing: styles are sheets of their own then. */
  styleHash?: string
}

/** Styles are neither searched for ids nor counted into the ETag letter by letter: their hash stands for them. */
export function finishedPage({ path, status, parts, styleHash = '' }: Page): FinishedPage {
  const [before, styles, after] = parts
  const own = [Buffer.from(before), Buffer.from(after)] as const
  const shown = shownIn(path, `${before}${after}`)
  const etag = `W/"${createHash('sha1').update(own[0]).update(styleHash).update(own[1]).digest('base64url')}"`
  const whole = () => Buffer.concat([own[0], styles, own[1]])
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
      return quickly[encoding](whole())
    }
    const made = compressed.get(encoding) ?? thoroughly[encoding](whole())
    compressed.set(encoding, made)
    return made
  }
  return {
    status,
    size: 2 * (own[0].length + own[1].length) + styles.length / 2,
    shown,
    async answer({ acceptEncoding = '', ifNoneMatch = '' }) {
      if (status === 200 && ifNoneMatch.includes(etag)) return { status: 304, headers, styleHash, body: null }
      const encoding = preferred(acceptEncoding)
      if (encoding === undefined) return { status, headers, styleHash, body: whole(), shown }
      const named = { ...headers, 'content-encoding': encoding }
      const isFirst = !asked.has(encoding)
      const body = await encoded(encoding)
      return { status, headers: named, styleHash, body, ...(!isFirst && { shown }) }
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
