import { type RefObject, useRef } from 'react'
import type { Category } from '#contract/categories.ts'
import { notify, SCREEN_NOTICE_MS } from '#web/core/notices.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { useDeleteCategory } from './categories.queries.ts'

interface DeleteCategoryProps {
  category: Category
  /** Called when it is gone, and when nothing was done. */
  onClose: () => void
  /** Takes the focus when the row that had it is gone. */
  heading: RefObject<HTMLElement | null>
}

/** Asks before a category goes, by its name, and says what the server said. */
export function DeleteCategory({ category, onClose, heading }: DeleteCategoryProps) {
  const remove = useDeleteCategory(category)
  const gone = useRef(false)

  function confirm(): void {
    remove.mutate(undefined, {
      onSuccess: ({ message }) => {
        gone.current = true
        notify.success(message, { timeout: SCREEN_NOTICE_MS })
      },
      onSettled: onClose,
    })
  }

  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Delete “${category.title}”?`}
      text="Only a category that no playlist uses can be deleted. This cannot be undone."
      cancel="Cancel"
      action="Delete category"
      busy={remove.isPending && 'Deleting...'}
      onConfirm={confirm}
      finalFocus={() => (gone.current ? heading.current : true)}
    />
  )
}
