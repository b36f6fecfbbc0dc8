import { CATEGORY_TAKEN, type Category, categoryInUse } from '#contract/catalog/categories.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isForeignKeyViolation, isUniqueViolation } from '#server/data/dialect.ts'
import { isId } from '#server/data/ids.ts'
import { forgetTotalsOf } from '#server/features/catalog/playlists/totals.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  countPlaylistsOf,
  deleteCategory,
  findCategory,
  insertCategory,
  type NamedCategory,
  readCategories,
  setTitle,
} from './categories.queries.ts'

/** The admin and the request, for the audit log. */
interface Change {
  admin: Viewer
  meta: RequestMeta
}

/** All categories by title, with the number of playlists that `viewer` may see: all for an admin, else the public ones. */
export function listCategories(db: Db, viewer: Viewer | undefined): Promise<Category[]> {
  return readCategories(db, { countHidden: viewer?.isAdmin === true })
}

export async function categoryToChange(
  db: Db,
  categoryId: string,
): Promise<(NamedCategory & Resource) | undefined> {
  const category = isId(categoryId) ? await findCategory(db, categoryId) : undefined
  return category && { ...category, access: {} }
}

/** Throws the `conflict` AppError if a category has the same title, ignoring case and accents. */
export async function addCategory(
  db: Db,
  { admin, meta }: Change,
  { title }: { title: string },
): Promise<Category> {
  return rejectTakenTitle(
    transaction(db, async (trx) => {
      const category = await insertCategory(trx, title)
      await audit(trx, meta, {
        action: 'category.created',
        actorId: admin.id,
        subject: category._id,
        detail: { title },
      })
      return category
    }),
  )
}

interface Renaming {
  category: NamedCategory
  title: string
}

/** Playlists refer to the category by id, so they have the new title at once. */
export async function renameCategory(
  db: Db,
  { admin, meta }: Change,
  { category, title }: Renaming,
): Promise<Category> {
  return rejectTakenTitle(
    transaction(db, async (trx) => {
      await setTitle(trx, category.id, title)
      await audit(trx, meta, {
        action: 'category.renamed',
        actorId: admin.id,
        subject: category.id,
        detail: { from: category.title, to: title },
      })
      const [renamed] = await readCategories(trx, { countHidden: true, categoryId: category.id })
      if (!renamed) throw notFound()
      return renamed
    }),
  )
}

/**
 * Throws the `conflict` AppError with the number of playlists that use the category. The foreign key protects playlists
 * that are added at the same time.
 */
export async function removeCategory(
  db: Db,
  { admin, meta }: Change,
  { id, title }: NamedCategory,
): Promise<void> {
  const removing = transaction(db, async (trx) => {
    if (!(await deleteCategory(trx, id))) throw notFound()
    await forgetTotalsOf(trx, id)
    await audit(trx, meta, {
      action: 'category.deleted',
      actorId: admin.id,
      subject: id,
      detail: { title },
    })
  })
  await removing.catch(async (error: unknown) => {
    throw isForeignKeyViolation(error) ? inUse(await countPlaylistsOf(db, id)) : error
  })
}

async function rejectTakenTitle<Result>(change: Promise<Result>): Promise<Result> {
  return change.catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('conflict', CATEGORY_TAKEN) : error
  })
}

function inUse(playlists: number): AppError {
  return new AppError('conflict', categoryInUse(playlists))
}

function notFound(): AppError {
  return new AppError('not_found', NOT_FOUND.category)
}
