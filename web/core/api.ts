import type { Call } from '#contract/api.ts'
import type { CallName } from '#contract/calls.ts'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { ApiError, offline } from './api-error.ts'
import { addressOf, type CallInput, lineOf, requestOf } from './request.ts'
import type { Session } from './session-store.ts'

export type Send = (path: string, init: RequestInit) => Promise<Response>

/**
 * All requests of the browser go through this: `call('playlists.list', { query })` resolves to the reply of that call or
 * throws an `ApiError`. It sends the token of the session, and ends the session when a response says that the token is
 * invalid. It reads all pages of a bare list.
 *
 * Replies are not validated here: the server validates them against the contract, so the browser downloads no schemas.
 */
export function createCall(send: Send, session: Pick<Session, 'current' | 'expire'>): Call {
  return async (name: CallName, ...input: readonly unknown[]) => {
    const callInput = inputOf(input[0])
    // An empty token counts as none, so that the server can say why the call needs one.
    const token = session.current()?.token || undefined
    const found = lineOf(name)
    const line = found instanceof Promise ? await found : found
    const init = requestOf(line, callInput)
    if (token !== undefined) init.headers.set('authorization', `Bearer ${token}`)
    const request = async (address: string) => {
      const response = await sendTo(send, address, init)
      if (token !== undefined && isTokenInvalid(response)) session.expire(token)
      const reply = await bodyOf(response)
      if (response.ok && reply !== undefined) return { reply, next: nextOf(response) }
      throw failureOf(response, reply)
    }
    let { reply, next } = await request(addressOf(line, callInput))
    while (Array.isArray(reply) && next !== undefined) {
      const page = await request(next)
      reply = [...reply, ...page.reply]
      next = page.next
    }
    return reply
  }
}

/** Undefined if the body is not what its type says. */
const bodyOf = (response: Response) =>
  /^text\/(markdown|csv|vtt)/.test(response.headers.get('content-type') ?? '')
    ? response.text()
    : response.json().catch(() => undefined)

/** The next page of a bare list, on this site whatever host the answer names. */
const nextOf = (response: Response) =>
  /<(?:https?:\/\/[^/]+)?(\/[^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]

function inputOf(input: unknown): CallInput {
  return isCallInput(input) ? input : {}
}

const isCallInput = (input: unknown): input is CallInput => typeof input === 'object' && input !== null

async function sendTo(send: Send, path: string, init: RequestInit): Promise<Response> {
  try {
    return await send(path, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw offline()
  }
}

const isTokenInvalid = (response: Response) =>
  response.headers.get('www-authenticate')?.includes('invalid_token') ?? false

function failureOf({ status, headers }: Response, reply: unknown): ApiError {
  if (!isRecord(reply) || typeof reply.code !== 'string') return offline(status)
  return new ApiError({
    status,
    code: reply.code,
    message: typeof reply.message === 'string' ? reply.message : SOMETHING_WENT_WRONG,
    errors: isRecord(reply.errors) ? sentencesIn(reply.errors) : undefined,
    retryAfterSeconds: Number(headers.get('retry-after')) || undefined,
    challenge: typeof reply.challenge === 'string' ? reply.challenge : undefined,
    requestId: typeof reply.requestId === 'string' ? reply.requestId : undefined,
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function sentencesIn(errors: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, sentence]) =>
      typeof sentence === 'string' ? [[field, sentence]] : [],
    ),
  )
}
