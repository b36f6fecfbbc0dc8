import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from './app-error.ts'
import { readForm } from './multipart.ts'

export type BodyOf<E> = E extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined

/** Reads and validates the body and the image of a call. */
export async function readBody<E extends Endpoint>(endpoint: E, request: FastifyRequest) {
  if (!endpoint.image) return { body: bodyOf(endpoint, request.body ?? {}), image: undefined }
  const { fields, image } = await readForm(request, endpoint.image)
  const parsed = endpoint.body?.safeParse(fields)
  const missing = image === undefined ? endpoint.imageRequired : undefined
  if (missing !== undefined) {
    const errors = Object.fromEntries(
      (parsed?.error?.issues ?? []).toReversed().map(({ path, message }) => [String(path[0]), message]),
    )
    const all = { ...errors, [endpoint.image]: missing }
    throw new AppError('invalid', Object.values(all)[0] ?? missing, { errors: all })
  }
  return { body: bodyOf(endpoint, fields), image }
}

/** Validates the body; throws when it does not match the contract. */
export function bodyOf<E extends Endpoint>(endpoint: E, raw: unknown): BodyOf<E>
export function bodyOf(endpoint: Endpoint, raw: unknown): unknown {
  return raw === undefined ? undefined : endpoint.body?.parse(raw)
}
