import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { z } from 'zod'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
/** No keep-alive: on a busy machine the server may close an idle connection just when the next request takes it. */
const agent = new Agent({ maxSockets: 64 })

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  bytes: Buffer
  /** The body as JSON; an empty object when it is not JSON. */
  json: Record<string, unknown>
}

export interface RequestInput {
  method?: string
  path: string
  body?: object | string | Buffer | Form
  token?: string | undefined
  headers?: Record<string, string | string[]>
  /** The client's own address, one of 127.0.0.0/8. */
  from?: string
}

export interface FormFile {
  field: string
  bytes: Buffer
  name?: string
  type?: string
}

/** A multipart form; its parts keep this order, files after fields. */
export class Form {
  readonly fields: readonly (readonly [string, string])[]
  readonly files: readonly FormFile[]
  constructor(fields: Record<string, string> | [string, string][], ...files: FormFile[]) {
    this.fields = Array.isArray(fields) ? fields : Object.entries(fields)
    this.files = files
  }

  encode(boundary: string): Buffer {
    const parts: Buffer[] = this.fields.map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    )
    for (const { field, bytes, name = 'picture.png', type = 'image/png' } of this.files) {
      const head = `content-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}`
      parts.push(Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n'))
    }
    return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  }
}

function payloadOf(body: RequestInput['body']): { bytes?: Buffer; type?: string } {
  if (body === undefined) return {}
  if (body instanceof Form) {
    const boundary = 'lectern-security'
    return { bytes: body.encode(boundary), type: `multipart/form-data; boundary=${boundary}` }
  }
  if (Buffer.isBuffer(body) || typeof body === 'string')
    return { bytes: Buffer.from(body), type: 'application/json' }
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' }
}

/** Sends one request exactly as written: it does not normalize the path, and it sends every header. */
export function send(
  port: number,
  { method = 'GET', path, body, token, headers = {}, from }: RequestInput,
): Promise<Answer> {
  const { bytes, type } = payloadOf(body)
  const own = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(type !== undefined && { 'content-type': type }),
    ...(bytes && { 'content-length': String(bytes.length) }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: own,
        agent: from === undefined ? agent : false,
        ...(from !== undefined && { localAddress: from }),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const all = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: all,
            text: all.toString(),
            json: jsonIn(all.toString()),
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

const Json = z.record(z.string(), z.unknown())

function jsonIn(text: string): Record<string, unknown> {
  try {
    return Json.catch({}).parse(JSON.parse(text))
  } catch {
    return {}
  }
}

const Envelope = z.strictObject({
  success: z.literal(false),
  message: z.string().min(1),
  code: z.string().regex(/^[a-z_]+$/),
  errors: z.record(z.string(), z.string()).optional(),
  requestId: z.string().regex(/^[0-9a-f]{16}$/),
})

/** Texts that no response may contain. */
const SECRETS = [
  '"password_hash"',
  '"passwordHash"',
  '"token_hash"',
  '"tokenHash"',
  '$argon2',
  'SQLITE_',
  'at Object.',
  'node_modules',
  'node:internal',
  REPOSITORY,
]

/**
 * Checks the invariants of every response: no server failure, no cookie, an explicit content type, no secret, and the
 * envelope and headers of an error.
 */
export function expectSound(answer: Answer, othersEmails: readonly string[] = []): void {
  const { status, headers, text } = answer
  if (status !== 503) expect(status, text).toBeLessThan(500)
  expect(headers['set-cookie']).toBeUndefined()
  expect(headers['x-content-type-options']).toBe('nosniff')
  if (status !== 304 && status !== 204) {
    expect(headers['content-type']).toMatch(/charset=utf-8$|^image\/webp$/)
  }
  const leaks = [...SECRETS, ...othersEmails].filter((secret) => text.includes(secret))
  expect(leaks, text.slice(0, 500)).toEqual([])
  if (status >= 400) expectEnvelope(answer)
}

function expectEnvelope({ status, headers, text, json }: Answer): void {
  if (text !== '') expect(Envelope.safeParse(json).error, text).toBeUndefined()
  expect(headers['cache-control']).toBe('no-store')
  if (status === 401) expect(headers['www-authenticate']).toMatch(/^Bearer /)
  if (status === 429 || status === 503) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
}
