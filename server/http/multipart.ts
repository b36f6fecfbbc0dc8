import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IMAGE_MAX_BYTES, IMAGE_TOO_LARGE } from '#contract/media.ts'
import { AppError } from './app-error.ts'
import { TOO_LARGE } from './errors.ts'

export const MULTIPART_MAX_BYTES = 9 * 1024 * 1024
const BOUNDARY_MAX = 70
const FIELD_NAME_MAX = 64
const GRACE_SECONDS = 10
const SLOWEST_BYTES_A_SECOND = 150_000

/** security.md section 2.1: one file, twelve fields, each bounded. */
export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      files: 1,
      fields: 12,
      parts: 13,
      fileSize: IMAGE_MAX_BYTES,
      fieldNameSize: FIELD_NAME_MAX,
      fieldSize: 20_480,
      headerPairs: 20,
    },
  })
}

export interface Form {
  fields: Record<string, string>
  image: Buffer | undefined
}

/**
 * Reads a form as a stream: the fields, and the bytes of the file under `imageField`. Files under other names, names that
 * objects already have, and empty files count as not sent. Throws an AppError for what is too large or cut short.
 */
export async function readForm(request: FastifyRequest, imageField: string): Promise<Form> {
  checkBoundary(request)
  return Promise.race([partsInForm(request, imageField), rejectLarge(request)])
}

async function partsInForm(request: FastifyRequest, imageField: string): Promise<Form> {
  const form: Form = { fields: {}, image: undefined }
  for await (const part of partsOf(request)) {
    if (part.type === 'file') {
      const bytes = await bytesOf(part)
      if (part.fieldname === imageField && bytes.length > 0) form.image = bytes
    } else {
      Object.assign(form.fields, fieldOf(part))
    }
  }
  return form
}

function checkBoundary(request: FastifyRequest): void {
  const boundary = /boundary="?([^";]*)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
  if (boundary === '' || boundary.length > BOUNDARY_MAX) throw new AppError('invalid', 'Invalid request.')
}

async function bytesOf(part: MultipartFile): Promise<Buffer> {
  const bytes = await part.toBuffer().catch(rejectBroken)
  if (part.file.truncated) throw new AppError('too_large', IMAGE_TOO_LARGE)
  return bytes
}

/** Rejects a truncated field. Ignores a field that is not text or has the name of an object property. */
function fieldOf(part: MultipartValue): Record<string, string> {
  const cut = part.fieldnameTruncated || part.valueTruncated
  if (cut || part.fieldname.length > FIELD_NAME_MAX) throw new AppError('too_large', TOO_LARGE)
  return typeof part.value === 'string' && !(part.fieldname in {}) ? { [part.fieldname]: part.value } : {}
}

/** A form that ends early or is malformed is the client's error. */
function rejectBroken(error: unknown): never {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')) throw error
  throw new AppError('invalid', 'Invalid request.')
}

async function* partsOf(request: FastifyRequest) {
  const parts = request.parts()
  while (true) {
    const next = await parts.next().catch(rejectBroken)
    if (next.done) return
    yield next.value
  }
}

/** Rejects a body without a size that never ends, and disconnects a slow upload (security.md section 3). */
function rejectLarge({ raw }: FastifyRequest): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const began = performance.now()
  let seen = 0
  raw.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen <= MULTIPART_MAX_BYTES) return
    raw.unpipe().pause()
    reject(new AppError('too_large', TOO_LARGE))
  })
  const timer = setInterval(() => {
    const seconds = (performance.now() - began) / 1000
    if (seconds > GRACE_SECONDS && seen / seconds < SLOWEST_BYTES_A_SECOND) raw.destroy()
  }, 1000)
  raw.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer))
  return promise
}
