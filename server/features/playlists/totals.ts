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

interface Asked extends Record<string, string> {
  kind: TotalRow['kind']
  status: string
  category: string
}

type Narrowed = 'all' | 'status' | 'category' | 'category and status'

const counted = (narrowed: Narrowed) =>
  prepared((db, params: Params<Asked>) =>
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
  const ask = QUERIES[narrowedBy(status, category)]
  const [found] = await ask(db, { kind, status: status ?? '', category: sortKey(category ?? '') })
  return found?.n ?? 0
}

/**
 * How many playlists there are. Triggers keep all of these in the transaction of whoever changes them (decision 0014),
 * so a few rows are added up, however large the site is.
 */
export function playlistsTotal(db: Db, { status, category }: Which): Promise<number> {
  return total(db, { kind: 'playlists', status, category })
}

/** How many courses there are, of a status or of any. */
export function coursesTotal(db: Db, status: ApprovalStatus | undefined): Promise<number> {
  return total(db, { kind: 'courses', status })
}

/** How many people there are, of a role or of any. */
export function peopleTotal(db: Db, role: Role | undefined): Promise<number> {
  return total(db, { kind: 'people', status: role })
}

/** How many comments there are, or only those on courses that everybody sees. */
export function commentsTotal(db: Db, which: 'all' | 'public'): Promise<number> {
  return total(db, { kind: 'comments', status: which === 'public' ? 'approved' : undefined })
}

/** After a category was deleted, which only happens to an empty one: what is left of its totals is 0. */
export async function forgetTotalsOf(trx: Db, categoryId: string): Promise<void> {
  await trx
    .deleteFrom('totals')
    .where('kind', '=', 'playlists')
    .where('category_id', '=', categoryId)
    .execute()
}
