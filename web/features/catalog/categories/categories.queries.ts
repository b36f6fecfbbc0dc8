import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { Category } from '#contract/catalog/categories.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'

/** The first element of every query key in this file. */
const CATEGORIES = 'categories'

export interface CategoryWritten {
  title: string
}

/** All categories by title, the same for every viewer. */
export const categoriesOf = (call: Call) =>
  queryOptions({
    queryKey: [CATEGORIES],
    queryFn: ({ signal }) => call('categories.list', { signal }),
    meta: { toast: true },
  })

export function useAddCategory() {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: CategoryWritten) => call('categories.create', { body }),
    onSuccess: useInvalidateCategories(),
  })
}

export function useRenameCategory({ _id }: Category) {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: CategoryWritten) => call('categories.update', { params: { categoryId: _id }, body }),
    onSuccess: useInvalidateCategories(),
  })
}

/** The server rejects this while playlists use the category. */
export function useDeleteCategory() {
  const call = useCall()
  return useWrite({
    mutationFn: ({ _id }: Category) => call('categories.remove', { params: { categoryId: _id } }),
    onSuccess: useInvalidateCategories(),
  })
}

/** Playlists show the new title, so they are refetched when next needed. This list is refetched at once. */
function useInvalidateCategories() {
  const cache = useQueryClient()
  return async () => {
    await cache.invalidateQueries({ refetchType: 'none' })
    await cache.refetchQueries({ queryKey: [CATEGORIES] })
  }
}
