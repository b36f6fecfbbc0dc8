import type { IncomingMessage } from 'node:http'
import type { Right } from '#contract/access.ts'
import { checkDoor, checkThing, type Thing } from '../access.ts'
import { type Changed, shownIn } from '../changes.ts'
import type { Db } from '../db/database.ts'
import type { AskMoment } from '../db/moments.ts'
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
  /** Of the database when it was read, where a moment has to be asked for. */
  moment: string | undefined
  /** What `ownFor` gave, by person. */
  own: Map<string, Promise<ReadyBody | undefined>>
}

/** When an answer began to be read. */
export interface Since {
  generation: number
  moment: string | undefined
}

export interface SharedAnswers {
  /** What `keep` has to be told: asked before anything of an answer is read. Never fails. */
  since(): Promise<Since>
  find(request: IncomingMessage): Shared | undefined
  /** The moment of the database, where somebody may have written unnoticed; what is kept of another one is over. */
  moment: AskMoment | undefined
  /** For everybody, unless somebody wrote anything since. */
  keep(request: IncomingMessage, since: Since, shared: ToShare): Promise<void>
}

interface SharedAnswersParts {
  /** Without it another process may write unnoticed, and its writer would read here what they changed as it was. */
  noticeOthers: (() => void) | undefined
  /** In its place on PostgreSQL: asked at every request, once for all who wait. */
  moment: AskMoment | undefined
  onChanged: (listener: (changed: Changed) => void) => void
}

/**
 * Answers to members, kept for all of them; who asks, and what they may, is found out each time. What is hidden is not
 * kept: it must take whoever may not see it as long as what is missing.
 */
export function createSharedAnswers({ noticeOthers, moment, onChanged }: SharedAnswersParts): SharedAnswers {
  const shelf = createShelf<Shared>({
    entries: ENTRIES_MAX,
    bytes: BYTES_MAX,
    onChanged,
    noticesOthers: noticeOthers !== undefined || moment !== undefined,
  })
  const momentNow = async () => moment?.().catch(() => undefined)
  const isOver = async (since: Since) => since.moment === undefined || since.moment !== (await momentNow())
  return {
    async since() {
      const { generation } = shelf
      return { generation, moment: await momentNow() }
    },
    find: (request) => shelf.find(nameOf(request)),
    moment,
    async keep(request, since, shared) {
      if (moment ? await isOver(since) : !noticeOthers) return
      if (since.generation !== shelf.generation) return
      const shown = shownIn(request.url ?? '', shared.body.toString())
      shelf.keep(nameOf(request), { ...shared, shown, moment: since.moment, own: new Map() })
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
  sharedAnswers: SharedAnswers
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
 * to have it; nothing for who is better answered by the whole server, which finds the words, also when the answer is over.
 */
export async function bodyForMember(
  { db, limits, sharedAnswers }: MemberParts,
  { request, shared, network }: Asked,
): Promise<ReadyBody | undefined> {
  const token = presentedToken(request)
  if (!token) return undefined
  const moment = await sharedAnswers.moment?.()
  if (moment !== shared.moment) return undefined
  if (!limits.spendAtOnce('read', network)) await limits.spend('read', network)
  const viewer = await findViewer(db, token, { moment })
  if (!viewer) return undefined
  checkDoor(shared.right, viewer)
  checkThing(shared.right, viewer, shared.thing)
  return (await ownBody(shared, viewer)) ?? shared.body
}
