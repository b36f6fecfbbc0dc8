import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Right } from '#contract/access.ts'
import type { Thing } from '../access.ts'
import type { House } from '../house.ts'
import type { Viewer } from '../viewer.ts'
import { JSON_TYPE, textOf } from './answer.ts'
import { readyBody, readyHead } from './ready-answer.ts'
import type { Since } from './shared-answers.ts'

interface ToShare<Reply> {
  viewer: Viewer | undefined
  thing: Thing | undefined
  /** Of the shared answers, before anything was read. */
  since: Since | undefined
  request: FastifyRequest
  reply: FastifyReply
  right: Right
  shared: Reply
  own: (viewer: Viewer) => Promise<Reply>
}

/** Keeps what a member is answered of something public for the others. What is sent to another site has its own head. */
export function keepShared<Reply>(
  house: House,
  { request, reply, right, viewer, thing, since, shared, own }: ToShare<Reply>,
): void {
  if (
    !(viewer && thing && since !== undefined) ||
    thing.place.isPublic === false ||
    request.headers.origin !== undefined
  )
    return
  const { 'x-request-id': _own, ...headers } = reply.type(JSON_TYPE).getHeaders()
  house.sharedAnswers.keep(request.raw, since, {
    right,
    thing,
    head: readyHead(200, Object.entries(headers)),
    body: readyBody(Buffer.from(textOf(house, shared))),
    route: request.routeOptions.url ?? '',
    async ownFor(viewer) {
      const answer = await own(viewer)
      return answer === shared ? undefined : readyBody(Buffer.from(textOf(house, answer)))
    },
  })
}
