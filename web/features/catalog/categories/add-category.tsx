import { useRef, useState } from 'react'
import { useFormDraft } from '#web/core/form-draft.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { useAddCategory } from './categories.queries.ts'
import { CategoryForm } from './category-form.tsx'

/** A form that is cleared as soon as the server has saved the category. */
export function AddCategory() {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('category', form)
  const [title, setTitle] = useState(draft.text('title', ''))
  const field = useRef<HTMLInputElement>(null)
  const add = useAddCategory()
  return (
    <CategoryForm
      formRef={form}
      name="Add category"
      label="New category"
      text={title}
      onChange={setTitle}
      busy={add.isPending}
      error={add.error}
      fieldRef={field}
      onInput={draft.store}
      onSave={(written) =>
        add.mutate(written, {
          onSaved: draft.remove,
          onSuccess: ({ message }) => {
            notify.success(message, { timeout: SCREEN_TOAST_MS })
            setTitle('')
            field.current?.focus()
          },
        })
      }
    >
      <Button type="submit" variant="primary" busy={add.isPending && 'Adding...'}>
        Add Category
      </Button>
    </CategoryForm>
  )
}
