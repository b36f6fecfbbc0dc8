import type { ApprovalStatus } from '#contract/status.ts'
import type { Role } from '#contract/user-fields.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { TotalRow } from '#server/data/schema.ts'
import { sortKey } from '#server/data/sort-key.ts'

interface Which {
  status?: ApprovalStatus | undefined
  /** A category's title, in any case. */
  category?: string | undefined
}

interface TotalParams extends Record<string, string> {
  kind: TotalRow['kind']
  status: string
  category: string
}

type Narrowed = 'all' | 'status' | 'category' | 'category and status'

const counted = (narrowed: Narrowed) =>
  prepared((db, params: Params<TotalParams>) =>
    db
      .selectFrom('totals')
      .select(({ fn, val }) => fn.coalesce(fn.sum<number>('amount'), val(0)).as('n'))
      .where('kind', '=', params.value('kind'))
      .$if(narrowed.startsWith('category'), (of) =>
        of.where('category_id', '=', ({ selectFrom }) =>
          selectFrom('categories').select('id').where('title_key', '=', params.value('category')),
        ),
      )
      .$if(narrowed.endsWith('status'), (of) => of.where('status', '=', params.value('status'))),
  )

const QUERIES = {
  all: counted('all'),
  status: counted('status'),
  category: counted('category'),
  'category and status': counted('category and status'),
} satisfies Record<Narrowed, unknown>

function narrowedBy(status: string | undefined, category: string | undefined): Narrowed {
  if (category === undefined) return status === undefined ? 'all' : 'status'
  return status === undefined ? 'category' : 'category and status'
}

interface Group {
  kind: TotalRow['kind']
  status?: string | undefined
  category?: string | undefined
}

async function total(db: Db, { kind, status, category }: Group): Promise<number> {
  const query = QUERIES[narrowedBy(status, category)]
  const [found] = await query(db, { kind, status: status ?? '', category: sortKey(category ?? '') })
  return found?.n ?? 0
}

/**
 * The number of playlists. Triggers update all totals in the writing transaction (decision 0014), so reading one adds up a
 * few rows, however large the site is.
 */
export function playlistsTotal(db: Db, { status, category }: Which): Promise<number> {
  return total(db, { kind: 'playlists', status, category })
}

/** The number of courses with this status, or of all. */
export function coursesTotal(db: Db, status: ApprovalStatus | undefined): Promise<number> {
  return total(db, { kind: 'courses', status })
}

/** The number of users with this role, or of all. */
export function userTotal(db: Db, role: Role | undefined): Promise<number> {
  return total(db, { kind: 'people', status: role })
}

/** The number of comments: all, or those on public courses. */
export function commentsTotal(db: Db, which: 'all' | 'public'): Promise<number> {
  return total(db, { kind: 'comments', status: which === 'public' ? 'approved' : undefined })
}

/** Call it after a category is deleted. Only an empty category can be deleted, so its remaining totals are 0. */
export async function forgetTotalsOf(trx: Db, categoryId: string): Promise<void> {
  await trx
    .deleteFrom('totals')
    .where('kind', '=', 'playlists')
    .where('category_id', '=', categoryId)
    .execute()
}
