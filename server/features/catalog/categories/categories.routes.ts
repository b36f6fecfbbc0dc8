import { categoriesApi } from '#contract/catalog/categories.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import {
  addCategory,
  categoryToChange,
  listCategories,
  removeCategory,
  renameCategory,
} from './categories.ts'

export function categoryRoutes(context: AppContext): void {
  const { db } = context

  route(context, categoriesApi.list, {
    run: async ({ reading, viewer }) => ({ categories: await listCategories(reading, viewer) }),
  })

  route(context, categoriesApi.create, {
    run: async ({ viewer, body, meta }) => ({
      success: true as const,
      message: 'Category added.',
      category: await addCategory(db, { admin: viewer, meta }, body),
    }),
  })

  route(context, categoriesApi.update, {
    object: ({ param }) => categoryToChange(db, param('categoryId')),
    run: async ({ viewer, object, body, meta }) => ({
      success: true as const,
      message: 'Category renamed.',
      category: await renameCategory(db, { admin: viewer, meta }, { category: object, ...body }),
    }),
  })

  route(context, categoriesApi.remove, {
    object: ({ param }) => categoryToChange(db, param('categoryId')),
    run: async ({ viewer, object, meta }) => {
      await removeCategory(db, { admin: viewer, meta }, object)
      return { success: true as const, message: 'Category deleted.' }
    },
  })
}
