import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const ID_LENGTH = 24
const HEX = asciiTable(/[0-9a-f]/)
const WORD = asciiTable(/\w/)

export function tagsOf(address: string, contentType: string, body: Buffer): string[] {
  const isText = /^(text|application\/(json|xml))/.test(contentType)
  return idsIn(isText ? `${address} ${body.toString()}` : address)
}

/** For each ASCII code, whether its character matches. */
function asciiTable(characters: RegExp): boolean[] {
  return Array.from({ length: 128 }, (_, code) => characters.test(String.fromCharCode(code)))
}

/**
 * The ids in a text: what `/\b[0-9a-f]{24}\b/g` matches, four times as fast. An id cannot fit between two positions that are
 * an id's length apart, so only every 24th character is checked first.
 */
export function idsIn(text: string): string[] {
  const matches = (table: boolean[], at: number) => table[text.charCodeAt(at)] === true
  const ids: string[] = []
  for (let at = ID_LENGTH - 1; at < text.length; ) {
    let start = at
    let end = at
    while (matches(HEX, start - 1)) start -= 1
    while (matches(HEX, end)) end += 1
    if (end - start === ID_LENGTH && !matches(WORD, start - 1) && !matches(WORD, end))
      ids.push(text.slice(start, end))
    at = end + ID_LENGTH
  }
  return ids
}

type Encoding = 'br' | 'gzip'

export interface Compressible {
  contentType: string
  body: Buffer
  /** Compressed forms of the body, made when they are first asked for. */
  compressed: Map<Encoding, Buffer>
}

export interface Body {
  bytes: Buffer
  encoding?: Encoding
}

/** The body in the encoding that the client prefers; only pages are compressed. */
export async function bodyFor(response: Compressible, accepted: string | undefined): Promise<Body> {
  const encoding = response.contentType.startsWith('text/html') ? preferredOf(accepted) : undefined
  if (!encoding) return { bytes: response.body }
  const bytes = response.compressed.get(encoding) ?? (await compress[encoding](response.body))
  response.compressed.set(encoding, bytes)
  return { bytes, encoding }
}

/** An encoding is accepted unless the client rules it out with `q=0`. */
const ACCEPTS_BROTLI = /(^|[,\s])br(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i
const ACCEPTS_GZIP = /(^|[,\s])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

function preferredOf(accepted = ''): Encoding | undefined {
  if (ACCEPTS_BROTLI.test(accepted)) return 'br'
  return ACCEPTS_GZIP.test(accepted) ? 'gzip' : undefined
}

/** Higher levels take several times as long for a few per cent. */
const LEVEL = { br: 4, gzip: 6 }

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: LEVEL.br,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: LEVEL.gzip }),
}
