import type { Call } from '#contract/api.ts'
import type { CallName } from '#contract/calls.ts'
import { SOMETHING_WENT_WRONG } from '#contract/messages.ts'
import { ApiError, offline } from './api-error.ts'
import { addressOf, type Carried, requestOf } from './request.ts'
import type { Session } from './session-store.ts'

export type Send = (path: string, init: RequestInit) => Promise<Response>

/**
 * The one road to the server from a browser: `call('playlists.list', { query })` gives that call's reply or throws an
 * `ApiError`. It carries the token of the session, and ends the session as soon as any answer says the token is dead.
 * A bare list is read to its end.
 *
 * This is the one place where the types of the contract meet bytes: the server proves its replies against the same
 * schemas, so they are trusted here and no schema is downloaded.
 */
export function createCall(send: Send, session: Pick<Session, 'current' | 'expire'>): Call {
  return async (name: CallName, ...input: readonly unknown[]) => {
    const carried = carriedBy(input[0])
    const init = requestOf(name, carried)
    // An empty token is none: the server then says what the call needs one for.
    const token = session.current()?.token || undefined
    if (token !== undefined) init.headers.set('authorization', `Bearer ${token}`)
    const ask = async (address: string) => {
      const response = await reach(send, address, init)
      if (token !== undefined && saysTokenIsDead(response)) session.expire(token)
      const reply = await response.json().catch(() => undefined)
      if (response.ok && reply !== undefined) return { reply, next: nextOf(response) }
      throw failureOf(response.status, reply)
    }
    let { reply, next } = await ask(addressOf(name, carried))
    while (Array.isArray(reply) && next !== undefined) {
      const page = await ask(next)
      reply = [...reply, ...page.reply]
      next = page.next
    }
    return reply
  }
}

/** The next page of a bare list (api.md, "lists"), on this site whatever host the answer names. */
const nextOf = (response: Response) =>
  /<(?:https?:\/\/[^/]+)?(\/[^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]

function carriedBy(input: unknown): Carried {
  return isCarried(input) ? input : {}
}

const isCarried = (input: unknown): input is Carried => typeof input === 'object' && input !== null

async function reach(send: Send, path: string, init: RequestInit): Promise<Response> {
  try {
    return await send(path, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw offline()
  }
}

const saysTokenIsDead = (response: Response) =>
  response.headers.get('www-authenticate')?.includes('invalid_token') ?? false

function failureOf(status: number, reply: unknown): ApiError {
  if (!isRecord(reply) || typeof reply.code !== 'string') return offline(status)
  return new ApiError({
    status,
    code: reply.code,
    message: typeof reply.message === 'string' ? reply.message : SOMETHING_WENT_WRONG,
    errors: isRecord(reply.errors) ? sentencesIn(reply.errors) : undefined,
    requestId: typeof reply.requestId === 'string' ? reply.requestId : undefined,
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function sentencesIn(errors: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, said]) => (typeof said === 'string' ? [[field, said]] : [])),
  )
}
