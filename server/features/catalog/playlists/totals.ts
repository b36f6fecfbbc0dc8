import type { Role } from '#contract/account/user-fields.ts'
import type { Visibility } from '#contract/catalog/visibility.ts'
import type { RevisionState } from '#contract/review/revisions.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { StoredStatus, TotalRow } from '#server/data/schema.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { emptyPlaylists } from './playlists.queries.ts'

interface Which {
  status?: StoredStatus | undefined
  /** Counts no drafts. */
  hidesDrafts?: boolean
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

const findTotals = prepared((db, params: Params<{ subject: string; state: string }>) =>
  db
    .selectFrom('totals')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('amount'), val(0)).as('n'))
    .where('kind', '=', 'revisions')
    .where('category_id', '=', params.value('subject'))
    .where('status', '=', params.value('state')),
)

async function totalOfSubject(db: Db, of: { subject: string; state: string }): Promise<number> {
  const [found] = await findTotals(db, of)
  return found?.n ?? 0
}

const countTrashed = (kind: 'playlists' | 'courses') =>
  prepared((db) =>
    db
      .selectFrom(kind)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('trash_id', 'is not', null),
  )

const TRASHED = { playlists: countTrashed('playlists'), courses: countTrashed('courses') }

const trashedPlaylistsOf = prepared((db, params: Params<{ category: string }>) =>
  db
    .selectFrom('playlists')
    .innerJoin('categories', 'categories.id', 'playlists.category_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('playlists.trash_id', 'is not', null)
    .where('categories.title_key', '=', params.value('category')),
)

/** The rows in the trash, which the totals count as drafts; there are few. */
async function trashedTotal(db: Db, kind: 'playlists' | 'courses', category: string | undefined) {
  const [found] =
    category === undefined
      ? await TRASHED[kind](db, {})
      : await trashedPlaylistsOf(db, { category: sortKey(category) })
  return found?.n ?? 0
}

/** Playlists or courses; drafts are counted only where the caller lists them, and the trash never. */
async function itemsTotal(db: Db, kind: 'playlists' | 'courses', which: Which): Promise<number> {
  const { status, category, hidesDrafts } = which
  const hasDrafts = (status ?? 'draft') === 'draft'
  if (status !== undefined || !hidesDrafts) {
    const counted = await total(db, { kind, status, category })
    return hasDrafts ? counted - (await trashedTotal(db, kind, category)) : counted
  }
  const [all, drafts] = await Promise.all([
    total(db, { kind, category }),
    total(db, { kind, category, status: 'draft' }),
  ])
  return all - drafts
}

/**
 * The number of playlists. Triggers update all totals in the writing transaction (decision 0014), so reading one adds up a
 * few rows, however large the site is.
 */
export function playlistsTotal(db: Db, which: Which): Promise<number> {
  return itemsTotal(db, 'playlists', which)
}

/** The number of approved playlists that are shown in this way. */
export function shownTotal(
  db: Db,
  { shown, category }: { shown: Visibility; category?: string | undefined },
): Promise<number> {
  return total(db, { kind: 'shown', status: shown, category })
}

/** The number of courses with this status, or of all. */
export function coursesTotal(db: Db, which: Omit<Which, 'category'>): Promise<number> {
  return itemsTotal(db, 'courses', which)
}

/** The number of users with this role, or of all. */
export function userTotal(db: Db, role: Role | undefined): Promise<number> {
  return total(db, { kind: 'people', status: role })
}

type Subject = 'playlist' | 'course' | undefined

/** How many revisions are in a state. */
export function revisionsTotal(db: Db, state: RevisionState, subject: Subject): Promise<number> {
  return subject === undefined
    ? total(db, { kind: 'revisions', status: state })
    : totalOfSubject(db, { subject, state })
}

const EMPTY_STATUS = { submitted: 'pending', in_review: 'processing' } as const

/** How many of them the review desk lists: all but playlists without a video. The daily mail of admins says the same. */
export async function waitingTotal(
  db: Db,
  state: 'submitted' | 'in_review',
  subject?: Subject,
): Promise<number> {
  const [all, [empty]] = await Promise.all([
    revisionsTotal(db, state, subject),
    subject === 'course' ? [] : emptyPlaylists(db, { status: EMPTY_STATUS[state] }),
  ])
  return Math.max(0, all - (empty?.n ?? 0))
}

/** The number of comments: all, or those on public courses. */
export function commentsTotal(db: Db, which: 'all' | 'public'): Promise<number> {
  return total(db, { kind: 'comments', status: which === 'public' ? 'approved' : undefined })
}

/** Call it after a category is deleted. Only an empty category can be deleted, so its remaining totals are 0. */
export async function forgetTotalsOf(trx: Db, categoryId: string): Promise<void> {
  await trx
    .deleteFrom('totals')
    .where('kind', 'in', ['playlists', 'shown'])
    .where('category_id', '=', categoryId)
    .execute()
}
