import type { Category } from '#contract/catalog/categories.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { prepared } from '#server/data/prepared.ts'
import type { CategoryRow } from '#server/data/schema.ts'
import { sortKey } from '#server/data/sort-key.ts'

export type NamedCategory = Pick<CategoryRow, 'id' | 'title'>

interface Which {
  countHidden: boolean
  /** Restricts the list to one category. */
  categoryId?: string
}

/** Categories by title, each with its number of public playlists, or of everything that keeps it from being deleted. */
export async function readCategories(db: Db, { countHidden, categoryId }: Which): Promise<Category[]> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'title', 'created_at'])
    .select(({ selectFrom }) =>
      selectFrom('totals')
        .select(({ fn }) => fn.sum<number>('totals.amount').as('n'))
        .where('totals.kind', '=', countHidden ? 'playlists' : 'shown')
        .whereRef('totals.category_id', '=', 'categories.id')
        .$if(!countHidden, (query) => query.where('totals.status', '=', 'public'))
        .as('playlists'),
    )
    .$if(countHidden, (query) =>
      query.select(({ selectFrom }) =>
        selectFrom('revisions')
          .innerJoin('playlists', 'playlists.id', 'revisions.playlist_id')
          .select(({ fn }) => fn.count<number>('revisions.playlist_id').distinct().as('n'))
          .whereRef('revisions.category_id', '=', 'categories.id')
          .whereRef('playlists.category_id', '<>', 'categories.id')
          .as('waiting'),
      ),
    )
    .$if(categoryId !== undefined, (query) => query.where('id', '=', categoryId ?? ''))
    .orderBy('title_key')
    .execute()
  return rows.map(({ id, title, created_at, playlists, waiting = 0 }) => ({
    _id: id,
    title,
    createdAt: created_at,
    playlistsCount: Number(playlists ?? 0) + Number(waiting ?? 0),
  }))
}

export async function findCategory(db: Db, categoryId: string): Promise<NamedCategory | undefined> {
  return db.selectFrom('categories').select(['id', 'title']).where('id', '=', categoryId).executeTakeFirst()
}

/** Throws the database's unique violation when the title is taken. */
export async function insertCategory(trx: Db, title: string): Promise<Category> {
  const time = Date.now()
  const row = {
    id: newId(time),
    title,
    title_key: sortKey(title),
    created_at: new Date(time).toISOString(),
  }
  await trx.insertInto('categories').values(row).execute()
  return { _id: row.id, title, createdAt: row.created_at, playlistsCount: 0 }
}

/** Throws the database's unique violation when another category has the title. */
export async function setTitle(trx: Db, categoryId: string, title: string): Promise<void> {
  await trx
    .updateTable('categories')
    .set({ title, title_key: sortKey(title) })
    .where('id', '=', categoryId)
    .execute()
}

/** Returns whether the category existed. Throws the database's foreign key violation while a playlist uses it. */
export async function deleteCategory(trx: Db, categoryId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('categories')
    .where('id', '=', categoryId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Playlists of the category, and those of which a version that waits names it. */
export async function countPlaylistsOf(db: Db, categoryId: string): Promise<number> {
  const { n } = await db
    .selectFrom('playlists')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('category_id', '=', categoryId),
        eb(
          'id',
          'in',
          selectFrom('revisions').select('playlist_id').where('revisions.category_id', '=', categoryId),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  return n
}

const findTitles = prepared((db) => db.selectFrom('categories').select(['id', 'title']))

export async function listCategoryTitles(db: Db): Promise<{ id: string; title: string }[]> {
  return findTitles(db, {})
}
