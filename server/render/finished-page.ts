import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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
  /** The things that the body tells of. */
  shown?: ReadonlySet<string>
}

const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
}

type Encoding = keyof typeof compressors

/** A page as bytes; each compressed form is made when it is first asked for. */
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
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'Accept-Encoding',
    etag,
  }
  const compressed = new Map<Encoding, Promise<Buffer>>()
  const encoded = (encoding: Encoding) => {
    const made = compressed.get(encoding) ?? compressors[encoding](bytes)
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
      return { status, headers: named, body: await encoded(encoding), shown }
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
