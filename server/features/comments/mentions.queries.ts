import { type AliasedRawBuilder, sql } from 'kysely'
import { MENTIONABLE_MAX, type Mention, type MentionablePerson } from '#contract/comments/mentions.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { imageRef } from '#server/features/media/image-ref.ts'

const ID_LENGTH = 24

/** The column `mentions` of a row of `comments`, for `mentionsOf`. A deleted account makes its entry null, which is left out. */
export const MENTIONS: AliasedRawBuilder<string | null, 'mentions'> = sql<string | null>`
  (select string_agg(named.user_id || named.name_then, ${sql.lit('\n')}) from comment_mentions as named
    where named.comment_id = comments.id)`.as('mentions')

/** No name contains a line break. */
export function mentionsOf(gathered: string | null): Mention[] {
  const mentions = gathered?.split('\n').map((text) => ({
    _id: text.slice(0, ID_LENGTH),
    username: text.slice(ID_LENGTH),
  }))
  return mentions?.toSorted((a, b) => (a._id < b._id ? -1 : 1)) ?? []
}

interface OnCourse {
  courseId: string
  teacherId: string
  /** The author, who is not mentionable. */
  viewerId: string
}

interface Search extends OnCourse, Record<string, string> {
  /** After a space, as each word of a name is then. */
  word: string
}

const searchPeople = prepared((db, params: Params<Search>) => {
  const teacherId = params.value('teacherId')
  const people = sql<{ user_id: string }>`(select user_id from comments
    where course_id = ${params.value('courseId')} and removed_at is null and hidden_at is null
    union select ${teacherId})`.as('people')
  return db
    .selectFrom(people)
    .innerJoin('users', 'users.id', 'people.user_id')
    .innerJoin('images', 'images.name', 'users.photo')
    .select(['users.id', 'users.username'])
    .select(['images.name', 'images.width', 'images.height', 'images.widths', 'images.placeholder'])
    .where('users.profile_private', '=', sql.lit(0))
    .where('users.deleted_at', 'is', null)
    .where('users.id', '<>', params.value('viewerId'))
    .where(({ eb, fn }) =>
      eb(fn<number>('instr', [sql`' ' || users.username_key`, params.value('word')]), '>', sql.lit(0)),
    )
    .orderBy(sql`case users.id when ${teacherId} then 0 else 1 end`)
    .orderBy('users.username_key')
    .orderBy('users.id')
    .limit(MENTIONABLE_MAX)
})

/** The people with a word in their name that begins with `q`, the teacher first. */
export async function findMentionable(
  db: Db,
  { q, ...course }: OnCourse & { q: string },
): Promise<MentionablePerson[]> {
  const rows = await searchPeople(db, { ...course, word: ` ${sortKey(q)}` })
  return rows.map((row) => ({
    _id: row.id,
    username: row.username,
    profilePhoto: imageRef(row),
    why: row.id === course.teacherId ? 'teacher' : 'commented',
  }))
}

/** Of these people, those who are mentionable. */
export async function mentionableAmong(
  db: Db,
  { courseId, teacherId, viewerId, ids }: OnCourse & { ids: readonly string[] },
): Promise<Mention[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', ids)
    .where('id', '<>', viewerId)
    .where('profile_private', '=', 0)
    .where('deleted_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('id', '=', teacherId),
        exists(
          selectFrom('comments')
            .select('comments.id')
            .whereRef('comments.user_id', '=', 'users.id')
            .where('comments.course_id', '=', courseId)
            .where('comments.removed_at', 'is', null)
            .where('comments.hidden_at', 'is', null),
        ),
      ]),
    )
    .execute()
  return rows.map(({ id, username }) => ({ _id: id, username }))
}

export async function readMentions(db: Db, commentId: string): Promise<Mention[]> {
  const rows = await db
    .selectFrom('comment_mentions')
    .select(['user_id', 'name_then'])
    .where('comment_id', '=', commentId)
    .execute()
  return rows.flatMap(({ user_id, name_then }) =>
    user_id === null ? [] : [{ _id: user_id, username: name_then }],
  )
}

/** Inserts mentions. Those that the comment has already stay as they are. */
export async function insertMentions(
  trx: Db,
  commentId: string,
  mentions: readonly Mention[],
): Promise<void> {
  if (mentions.length === 0) return
  await trx
    .insertInto('comment_mentions')
    .values(
      mentions.map(({ _id, username }) => ({ comment_id: commentId, user_id: _id, name_then: username })),
    )
    .onConflict((conflict) => conflict.columns(['comment_id', 'user_id']).doNothing())
    .execute()
}

export async function deleteMentions(
  trx: Db,
  commentId: string,
  mentions: readonly Mention[],
): Promise<void> {
  if (mentions.length === 0) return
  await trx
    .deleteFrom('comment_mentions')
    .where('comment_id', '=', commentId)
    .where(
      'user_id',
      'in',
      mentions.map(({ _id }) => _id),
    )
    .execute()
}

/** When the account was made. */
export async function accountSince(db: Db, userId: string): Promise<number> {
  const { created_at } = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return Date.parse(created_at)
}
