import type { Category } from '#contract/catalog/categories.ts'
import { ConfirmDelete, type DeleteDialogProps } from '#web/ui/overlay/confirm-delete.tsx'
import { useDeleteCategory } from './categories.queries.ts'

/** Asks before a category is deleted. */
export function DeleteCategory({ category, ...rest }: DeleteDialogProps & { category: Category }) {
  return (
    <ConfirmDelete
      {...rest}
      resource={category}
      name={category.title}
      kind="category"
      text="Only a category that no playlist uses can be deleted. This cannot be undone."
      remove={useDeleteCategory()}
    />
  )
}
