import { MENTIONS_MAX, mentionedIn, TOO_MANY_MENTIONS } from '#contract/comments/mention-parts.ts'
import type { Mention } from '#contract/comments/mentions.ts'
import { isWithinLimit, type Limits } from '#server/auth/rate-limit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { invalid } from '#server/http/app-error.ts'
import { accountSince, mentionableAmong } from './mentions.queries.ts'

const DAY_MS = 86_400_000

interface Written {
  course: { id: string; teacher_id: string }
  text: string
  /** The people that the author chose. */
  ids: readonly string[]
  /** What the comment mentions already. */
  stored?: readonly Mention[]
}

/** The new mentions of a comment. */
export interface Mentions {
  people: Mention[]
  /** The author has mentioned so many people lately that these are left out. */
  isTooOften: boolean
}

const NONE: Mentions = { people: [], isTooOften: false }

/**
 * Decides whom a new text mentions, besides those that it mentions already, and counts them against the author's limits.
 * Everybody who is not mentionable, or whose name is not in the text, is left out. Throws the `invalid` AppError for too many
 * people. Call it before the transaction, which may run twice.
 */
export async function chooseMentions(
  { db, limits }: Pick<AppContext, 'db' | 'limits'>,
  author: Viewer,
  { course, text, ids, stored = [] }: Written,
): Promise<Mentions> {
  const known = new Set(stored.map(({ _id }) => _id))
  const others = [...new Set(ids)].filter((id) => isId(id) && !known.has(id))
  if (others.length === 0) return NONE
  const named = { courseId: course.id, teacherId: course.teacher_id, viewerId: author.id, ids: others }
  const kept = mentionedIn(text, stored)
  const chosen = mentionedIn(text, [...kept, ...(await mentionableAmong(db, named))])
  const people = chosen.filter(({ _id }) => !known.has(_id))
  if (people.length === 0) return NONE
  if (kept.length + people.length > MENTIONS_MAX) throw invalid('mentions', TOO_MANY_MENTIONS)
  return (await mayMention(db, limits, { userId: author.id, many: people.length }))
    ? { people, isTooOften: false }
    : { people: [], isTooOften: true }
}

async function mayMention(
  db: Db,
  limits: Limits,
  { userId, many }: { userId: string; many: number },
): Promise<boolean> {
  const count = { who: userId, points: many }
  const isNew = Date.now() - (await accountSince(db, userId)) < DAY_MS
  if (isNew && !(await isWithinLimit(limits, 'firstMentions', count))) return false
  return isWithinLimit(limits, 'mentions', count)
}
