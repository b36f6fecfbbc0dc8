import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Right } from '#contract/access.ts'
import { checkDoor, checkThing, type Thing } from '../access.ts'
import { type Changed, shownIn } from '../changes.ts'
import type { Db } from '../db/database.ts'
import type { Limits } from '../limits.ts'
import { findViewer, presentedToken } from '../session.ts'
import type { Viewer } from '../viewer.ts'
import { createShelf, nameOf, type ReadyBody, type Shelved } from './shelf.ts'
import { newRequestId } from './unreadable.ts'

const ENTRIES_MAX = 1000
const BYTES_MAX = 16 * 1024 * 1024

/** An answer that is the same for everybody who may have it, but for what `ownFor` puts in its place. */
interface Shared extends Shelved {
  right: Right
  thing: Thing
  /** Names and values in turns, without the request's id and the length. */
  head: string[]
  /** The bytes for somebody of whom the shared ones are not wholly true. */
  ownFor: (viewer: Viewer) => Promise<ReadyBody | undefined>
  route: string
}

export interface SharedAnswers {
  readonly generation: number
  find(request: IncomingMessage): Shared | undefined
  /** `generation` is that of before it was read. */
  keep(request: IncomingMessage, generation: number, shared: Omit<Shared, 'shown'>): void
}

interface SharedAnswersParts {
  /** Without it another process may write unnoticed, and its writer would read here what they changed as it was. */
  noticeOthers: (() => void) | undefined
  onChanged: (listener: (changed: Changed) => void) => void
}

/**
 * Answers to members, kept for all of them on SQLite; who asks, and what they may, is found out each time. What is hidden
 * is not kept: it must take whoever may not see it as long as what is missing.
 */
export function createSharedAnswers({ noticeOthers, onChanged }: SharedAnswersParts): SharedAnswers {
  const shelf = createShelf<Shared>({ entries: ENTRIES_MAX, bytes: BYTES_MAX, onChanged, noticeOthers })
  return {
    get generation() {
      return shelf.generation
    },
    find: (request) => shelf.find(nameOf(request)),
    keep(request, generation, shared) {
      if (!noticeOthers || generation !== shelf.generation) return
      shelf.keep(nameOf(request), { ...shared, shown: shownIn(request.url ?? '', shared.body.toString()) })
    },
  }
}

interface Asked {
  request: IncomingMessage
  response: ServerResponse
  shared: Shared
  network: string
}

interface MemberParts {
  db: Db
  limits: Limits
}

/**
 * Sends a shared answer in the order of every call: rate → token → role → object. Throws the Refusal of whoever is not to
 * have it; false for who is better answered by the whole server, which finds the words.
 */
export async function answerMember(
  { db, limits }: MemberParts,
  { request, response, shared, network }: Asked,
): Promise<boolean> {
  const token = presentedToken(request)
  if (!token) return false
  if (!limits.spendAtOnce('read', network)) await limits.spend('read', network)
  const viewer = await findViewer(db, token)
  if (!viewer) return false
  checkDoor(shared.right, viewer)
  checkThing(shared.right, viewer, shared.thing)
  const body = (await shared.ownFor(viewer)) ?? shared.body
  response.writeHead(200, [
    ...shared.head,
    'content-length',
    String(body.length),
    'x-request-id',
    newRequestId(),
  ])
  response.end(body, 'latin1')
  return true
}
