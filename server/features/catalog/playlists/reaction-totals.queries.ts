import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { TotalRow } from '#server/data/schema.ts'

/** Reactions to everything that is public. */
export interface SiteReactions {
  likes: number
  comments: number
  saves: number
}

const findSiteTotals = prepared((db) =>
  db
    .selectFrom('totals')
    .select(['kind', ({ fn }) => fn.sum<number>('amount').as('n')])
    .where('kind', 'in', ['likes', 'comments', 'saves'])
    .where('category_id', '=', '')
    .where('status', '=', 'approved')
    .groupBy('kind'),
)

export async function siteReactions(db: Db): Promise<SiteReactions> {
  const totals = new Map((await findSiteTotals(db, {})).map(({ kind, n }) => [kind, n]))
  const of = (kind: TotalRow['kind']) => totals.get(kind) ?? 0
  return { likes: of('likes'), comments: of('comments'), saves: of('saves') }
}

const findTeacherTotals = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('totals')
    .select(['category_id as teacher_id', 'kind', ({ fn }) => fn.sum<number>('amount').as('n')])
    .where('kind', 'in', ['teacher_likes', 'teacher_comments'])
    .where(params.among('category_id', 'ids'))
    .where('status', '=', 'approved')
    .groupBy(['category_id', 'kind']),
)

/** Likes of the public videos of each teacher, and comments on them. */
export async function reactionsByTeacher(
  db: Db,
  ids: string[],
): Promise<Map<string, Omit<SiteReactions, 'saves'>>> {
  const rows = ids.length === 0 ? [] : await findTeacherTotals(db, { ids })
  const ofTeacher = Map.groupBy(rows, ({ teacher_id }) => teacher_id)
  return new Map(
    ids.map((id) => {
      const count = (of: TotalRow['kind']) => ofTeacher.get(id)?.find(({ kind }) => kind === of)?.n ?? 0
      return [id, { likes: count('teacher_likes'), comments: count('teacher_comments') }]
    }),
  )
}

/** Call it after a teacher is deleted with all their videos. What is left of their totals adds up to 0. */
export async function forgetTotalsOfTeacher(trx: Db, teacherId: string): Promise<void> {
  await trx
    .deleteFrom('totals')
    .where('kind', 'in', ['teacher_likes', 'teacher_comments'])
    .where('category_id', '=', teacherId)
    .execute()
}
