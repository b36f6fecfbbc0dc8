import { useEffect, useRef, useState } from 'react'
import type { Category } from '#contract/catalog/categories.ts'
import { countOf } from '#contract/format.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import { EDIT, TRASH } from '#web/ui/picture/later-icon-paths.ts'
import { RowActions } from '#web/ui/table/item-cell.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import { useRenameCategory } from './categories.queries.ts'
import { CategoryForm } from './category-form.tsx'
import styles from './category-list.module.css'

interface CategoryRowProps {
  category: Category
  /** Opens the dialog that confirms the deletion. */
  onDelete: () => void
}

/** A category, or the form that renames it. Afterwards the focus returns to the edit button. */
export function CategoryRow({ category, onDelete }: CategoryRowProps) {
  const { title, playlistsCount, createdAt } = category
  const [editing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const closed = useRef(false)
  useEffect(() => {
    if (!editing && closed.current) edit.current?.focus()
    closed.current = editing
  }, [editing])

  if (editing) return <RenameForm category={category} onClose={() => setEditing(false)} />
  return (
    <>
      <span className={styles.title}>
        <CategoryLabel category={title} />
      </span>
      <span className={styles.count}>{countOf(playlistsCount, 'playlist')}</span>
      <time className={styles.date} dateTime={createdAt}>
        {createdAt.slice(0, 10)}
      </time>
      <RowActions>
        <IconButton
          ref={edit}
          icon={EDIT}
          label={`Edit ${title}`}
          size="sm"
          onClick={() => setEditing(true)}
        />
        <IconButton icon={TRASH} label={`Delete ${title}`} size="sm" tone="danger" onClick={onDelete} />
      </RowActions>
    </>
  )
}

function RenameForm({ category, onClose }: { category: Category; onClose: () => void }) {
  const [title, setTitle] = useState(category.title)
  const field = useRef<HTMLInputElement>(null)
  const rename = useRenameCategory(category)
  const discard = useDiscard({ isTyped: () => title !== category.title, onDiscard: onClose })
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <CategoryForm
      name={`Edit ${category.title}`}
      label="Title"
      text={title}
      onChange={setTitle}
      busy={rename.isPending}
      error={rename.error}
      fieldRef={field}
      onKeyDown={discard.closeOnEscape}
      onSave={(draft) =>
        rename.mutate(draft, {
          onSuccess: ({ message }) => {
            notify.success(message, { timeout: SCREEN_TOAST_MS })
            onClose()
          },
        })
      }
    >
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" variant="primary" busy={rename.isPending && 'Saving...'}>
        Save
      </Button>
      {discard.question}
    </CategoryForm>
  )
}
