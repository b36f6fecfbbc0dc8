import { categoriesApi } from '#contract/categories.ts'
import type { House } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import {
  addCategory,
  categoryToChange,
  listCategories,
  removeCategory,
  renameCategory,
} from './categories.ts'

export function categoryRoutes(house: House): void {
  const { db } = house

  route(house, categoriesApi.list, {
    run: async ({ reading, viewer }) => ({ categories: await listCategories(reading, viewer) }),
  })

  route(house, categoriesApi.create, {
    run: async ({ viewer, body, trail }) => ({
      success: true as const,
      message: 'Category added.',
      category: await addCategory(db, { admin: viewer, trail }, body),
    }),
  })

  route(house, categoriesApi.update, {
    object: ({ param }) => categoryToChange(db, param('categoryId')),
    run: async ({ viewer, object, body, trail }) => ({
      success: true as const,
      message: 'Category renamed.',
      category: await renameCategory(db, { admin: viewer, trail }, { category: object, ...body }),
    }),
  })

  route(house, categoriesApi.remove, {
    object: ({ param }) => categoryToChange(db, param('categoryId')),
    run: async ({ viewer, object, trail }) => {
      await removeCategory(db, { admin: viewer, trail }, object)
      return { success: true as const, message: 'Category deleted.' }
    },
  })
}
