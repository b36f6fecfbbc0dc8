import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IMAGE_MAX_BYTES } from '#contract/media/media.ts'
import { AppError, busy, TOO_LARGE } from './app-error.ts'

const MEBIBYTE = 1024 * 1024
export const UPLOAD_MAX_BYTES = 9 * MEBIBYTE
/** Bodies of uploads that may be in memory at once; with them, two decodes of up to 311 MiB fit into a gigabyte. */
const BODIES_MAX_BYTES = 192 * MEBIBYTE
const SERVER_BYTES = 208 * MEBIBYTE
const BOUNDARY_MAX = 70
const FIELD_NAME_MAX = 64
const GRACE_SECONDS = 10
const SLOWEST_BYTES_A_SECOND = 150_000

/** One file, twelve fields, each bounded. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
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

/** Where the system allows little memory, a quarter of what the server leaves of it; always enough for one upload. */
export function uploadCapacity(processes: number, memory = process.constrainedMemory()): number {
  const most = BODIES_MAX_BYTES / processes
  // Node reports 0 when there is no limit.
  const capacity = memory === 0 ? most : (memory / processes - SERVER_BYTES) / 4
  return Math.max(UPLOAD_MAX_BYTES, Math.min(most, capacity))
}

/** Runs `work` while there is memory for the whole body of its request; throws the `busy` AppError when there is none. */
export type WithUploadMemory = <Result>(
  request: FastifyRequest,
  work: () => Promise<Result>,
) => Promise<Result>

/** Several processes share the memory of the machine. */
export function createUploadMemory(processes: number): WithUploadMemory {
  let free = uploadCapacity(processes)
  return async ({ headers }, work) => {
    const claimed = Number(headers['content-length'] ?? UPLOAD_MAX_BYTES)
    if (claimed > free) throw busy()
    free -= claimed
    try {
      return await work()
    } finally {
      free += claimed
    }
  }
}

/** The field of the file in a form, and how large the file may be. */
export interface FileField {
  name: string
  maxBytes: number
  tooLarge: string
}

interface Form {
  fields: Record<string, string>
  image: Buffer | undefined
}

/**
 * Reads a form as a stream: the fields, and the bytes of the file under that name. Files under other names, names that
 * objects already have, and empty files count as not sent. Throws an AppError for what is too large or cut short.
 */
export async function readForm(request: FastifyRequest, field: FileField): Promise<Form> {
  const boundary = /boundary="?([^";]*)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
  if (boundary === '' || boundary.length > BOUNDARY_MAX) throw new AppError('invalid', 'Invalid request.')
  return Promise.race([partsInForm(request, field).catch(rejectBroken), rejectLarge(request)])
}

async function partsInForm(request: FastifyRequest, field: FileField): Promise<Form> {
  const form: Form = { fields: {}, image: undefined }
  for await (const part of request.parts({ limits: { fileSize: field.maxBytes } })) {
    if (part.type === 'file') {
      const bytes = await bytesOf(part, field)
      if (part.fieldname === field.name && bytes.length > 0) form.image = bytes
    } else {
      Object.assign(form.fields, fieldOf(part))
    }
  }
  return form
}

/** A form that ends early or is malformed is the client's error. */
function rejectBroken(error: unknown): never {
  const isKnown = error instanceof Error && 'code' in error && /^FST_/.test(String(error.code))
  throw isKnown || error instanceof AppError ? error : new AppError('invalid', 'Invalid request.')
}

async function bytesOf(part: MultipartFile, { tooLarge }: FileField): Promise<Buffer> {
  const bytes = await part.toBuffer().catch((error: unknown) => {
    throw part.file.truncated ? new AppError('too_large', tooLarge) : error
  })
  if (part.file.truncated) throw new AppError('too_large', tooLarge)
  return bytes
}

/** Rejects a truncated field. Ignores a field that is not text or has the name of an object property. */
function fieldOf(part: MultipartValue): Record<string, string> {
  const cut = part.fieldnameTruncated || part.valueTruncated
  if (cut || part.fieldname.length > FIELD_NAME_MAX) throw new AppError('too_large', TOO_LARGE)
  return typeof part.value === 'string' && !(part.fieldname in {}) ? { [part.fieldname]: part.value } : {}
}

/** Rejects a body without a size that never ends, and disconnects a slow upload. */
function rejectLarge({ raw }: FastifyRequest): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const began = performance.now()
  let seen = 0
  raw.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen <= UPLOAD_MAX_BYTES) return
    raw.unpipe().pause()
    reject(new AppError('too_large', TOO_LARGE))
  })
  const timer = setInterval(() => {
    const seconds = (performance.now() - began) / 1000
    if (seconds > GRACE_SECONDS && seen / seconds < SLOWEST_BYTES_A_SECOND) raw.destroy()
  }, 1000)
  raw.once('close', () => clearInterval(timer))
  return promise
}
