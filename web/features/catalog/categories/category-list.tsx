import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Category } from '#contract/catalog/categories.ts'
import { countOf } from '#contract/format.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { ConfirmDelete, type DeleteDialogProps } from '#web/ui/overlay/confirm-delete.tsx'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import { RowActions } from '#web/ui/table/item-cell.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import { useDeleteCategory, useRenameCategory } from './categories.queries.ts'
import { CategoryForm } from './category-form.tsx'
import styles from './category-list.module.css'

interface CategoryListProps {
  categories: readonly Category[]
  /** Gets the focus when the focused row is deleted. */
  heading: RefObject<HTMLElement | null>
}

/** All categories with the number of their playlists. Each can be renamed inline and deleted. */
export function CategoryList({ categories, heading }: CategoryListProps) {
  const [toDelete, setToDelete] = useState<Category>()
  return (
    <>
      <ul className={styles.list}>
        {categories.map((category) => (
          <li key={category._id}>
            <CategoryRow category={category} onDelete={() => setToDelete(category)} />
          </li>
        ))}
      </ul>
      {toDelete && (
        <DeleteCategory category={toDelete} heading={heading} onClose={() => setToDelete(undefined)} />
      )}
    </>
  )
}

interface CategoryRowProps {
  category: Category
  /** Opens the dialog that confirms the deletion. */
  onDelete: () => void
}

/** A category, or the form that renames it. Afterwards the focus returns to the edit button. */
function CategoryRow({ category, onDelete }: CategoryRowProps) {
  const { title, playlistsCount, createdAt } = category
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('category', category._id, { form, stored: { title } })
  const [isOpen, setEditing] = useState(false)
  const editing = isOpen || draft.restored !== undefined
  const edit = useRef<HTMLButtonElement>(null)
  const closed = useRef(false)
  useEffect(() => {
    if (!editing && closed.current) edit.current?.focus()
    closed.current = editing
  }, [editing])

  function close(): void {
    draft.remove()
    setEditing(false)
  }

  if (editing) return <RenameForm key={draft.version} {...{ category, form, draft }} onClose={close} />
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
          icon="edit"
          label={`Edit ${title}`}
          size="sm"
          onClick={() => setEditing(true)}
        />
        <IconButton icon="trash" label={`Delete ${title}`} size="sm" tone="danger" onClick={onDelete} />
      </RowActions>
    </>
  )
}

interface RenameFormProps {
  category: Category
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
  onClose: () => void
}

function RenameForm({ category, form, draft, onClose }: RenameFormProps) {
  const [title, setTitle] = useState(draft.text('title', category.title))
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
      formRef={form}
      fieldRef={field}
      onInput={draft.store}
      onKeyDown={discard.closeOnEscape}
      onSave={(written) =>
        rename.mutate(written, {
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
      <DraftLine draft={{ ...draft, discard: onClose }} />
      {discard.question}
    </CategoryForm>
  )
}

/** Asks before a category is deleted. */
function DeleteCategory({ category, ...rest }: DeleteDialogProps & { category: Category }) {
  return (
    <ConfirmDelete
      {...rest}
      resource={category}
      title={
        <>
          Delete “<bdi>{category.title}</bdi>”?
        </>
      }
      action="Delete category"
      text="Only a category that no playlist uses can be deleted. This cannot be undone."
      remove={useDeleteCategory()}
    />
  )
}
