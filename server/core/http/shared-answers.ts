import type { IncomingMessage } from 'node:http'
import type { Right } from '#contract/access.ts'
import { checkDoor, checkThing, type Thing } from '../access.ts'
import { type Changed, shownIn } from '../changes.ts'
import type { Db } from '../db/database.ts'
import type { Limits } from '../limits.ts'
import { findViewer, presentedToken } from '../session.ts'
import type { Viewer } from '../viewer.ts'
import type { ReadyBody, ReadyHead } from './ready-answer.ts'
import { createShelf, nameOf, type Shelved } from './shelf.ts'

const ENTRIES_MAX = 1000
const BYTES_MAX = 16 * 1024 * 1024

/** An answer that is the same for everybody who may have it, but for what `ownFor` puts in its place. */
interface ToShare {
  body: ReadyBody
  right: Right
  thing: Thing
  head: ReadyHead
  /** The bytes for somebody of whom the shared ones are not wholly true. */
  ownFor: (viewer: Viewer) => Promise<ReadyBody | undefined>
  route: string
}

interface Shared extends ToShare, Shelved {
  /** What `ownFor` gave, by person. */
  own: Map<string, Promise<ReadyBody | undefined>>
}

/** When an answer began to be read: how many writes there had been. */
export type Since = number

export interface SharedAnswers {
  /** What `keep` has to be told: asked before anything of an answer is read. */
  since(): Since
  find(request: IncomingMessage): Shared | undefined
  /** For everybody, unless somebody wrote anything since. */
  keep(request: IncomingMessage, since: Since, shared: ToShare): void
}

interface SharedAnswersParts {
  /**
   * Without it, as on PostgreSQL, another process may write unnoticed, and its writer would read here what they changed
   * as it was: nothing is kept.
   */
  noticeOthers: (() => void) | undefined
  onChanged: (listener: (changed: Changed) => void) => void
}

/**
 * Answers to members, kept for all of them; who asks, and what they may, is found out each time. What is hidden is not
 * kept: it must take whoever may not see it as long as what is missing.
 */
export function createSharedAnswers({ noticeOthers, onChanged }: SharedAnswersParts): SharedAnswers {
  const shelf = createShelf<Shared>({
    entries: ENTRIES_MAX,
    bytes: BYTES_MAX,
    onChanged,
    noticesOthers: noticeOthers !== undefined,
  })
  return {
    since: () => shelf.generation,
    find: (request) => shelf.find(nameOf(request)),
    keep(request, since, shared) {
      if (!noticeOthers || since !== shelf.generation) return
      const shown = shownIn(request.url ?? '', shared.body.toString())
      shelf.keep(nameOf(request), { ...shared, shown, own: new Map() })
    },
  }
}

interface Asked {
  request: IncomingMessage
  shared: Shared
  network: string
}

interface MemberParts {
  db: Db
  limits: Limits
}

const OWN_MAX = 1000

/** Found once for each person as long as the answer is kept: whatever could change it makes the answer be forgotten. */
function ownBody({ own, ownFor }: Shared, viewer: Viewer): Promise<ReadyBody | undefined> {
  const known = own.get(viewer.id)
  if (known || own.size >= OWN_MAX) return known ?? ownFor(viewer)
  const found = ownFor(viewer)
  own.set(viewer.id, found)
  found.catch(() => own.delete(viewer.id))
  return found
}

/**
 * The body for a member, found in the order of every call: rate → token → role → object. Throws the Refusal of whoever is not
 * to have it; nothing for who is better answered by the whole server, which finds the words.
 */
export async function bodyForMember(
  { db, limits }: MemberParts,
  { request, shared, network }: Asked,
): Promise<ReadyBody | undefined> {
  const token = presentedToken(request)
  if (!token) return undefined
  if (!limits.spendAtOnce('read', network)) await limits.spend('read', network)
  const viewer = await findViewer(db, token)
  if (!viewer) return undefined
  checkDoor(shared.right, viewer)
  checkThing(shared.right, viewer, shared.thing)
  return (await ownBody(shared, viewer)) ?? shared.body
}
