import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IMAGE_MAX_BYTES, IMAGE_TOO_LARGE } from '#contract/media.ts'
import { Refusal } from '../refusal.ts'
import { TOO_LARGE } from './errors.ts'

export const MULTIPART_MAX_BYTES = 9 * 1024 * 1024
const BOUNDARY_MAX = 70

/** security.md section 2.1: one file, twelve fields, each bounded. */
export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      files: 1,
      fields: 12,
      parts: 13,
      fileSize: IMAGE_MAX_BYTES,
      fieldNameSize: 64,
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
 * objects already have, and empty files count as not sent. Throws a Refusal for what is too large or cut short.
 */
export async function readForm(request: FastifyRequest, imageField: string): Promise<Form> {
  const boundary = /boundary="?([^";]*)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
  if (boundary === '' || boundary.length > BOUNDARY_MAX) throw new Refusal('invalid', 'Invalid request.')
  countBytes(request)
  const form: Form = { fields: {}, image: undefined }
  for await (const part of partsOf(request)) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      if (part.file.truncated) throw new Refusal('too_large', IMAGE_TOO_LARGE)
      if (part.fieldname === imageField && bytes.length > 0) form.image = bytes
    } else {
      if (part.fieldnameTruncated || part.valueTruncated) throw new Refusal('too_large', TOO_LARGE)
      if (typeof part.value === 'string' && !(part.fieldname in {})) form.fields[part.fieldname] = part.value
    }
  }
  return form
}

/** What busboy says of a form that ends too early or is not one is the client's fault, not ours. */
async function* partsOf(request: FastifyRequest) {
  const parts = request.parts()
  while (true) {
    const next = await parts.next().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')) throw error
      throw new Refusal('invalid', 'Invalid request.')
    })
    if (next.done) return
    yield next.value
  }
}

/** Cuts a body that claims nothing about its size and never ends. */
function countBytes(request: FastifyRequest): void {
  let seen = 0
  request.raw.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen > MULTIPART_MAX_BYTES) request.raw.destroy()
  })
}
