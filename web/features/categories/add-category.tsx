import { useRef, useState } from 'react'
import { textOf } from '#web/core/form-values.ts'
import { notify, SCREEN_NOTICE_MS } from '#web/core/notices.ts'
import { useUnsent } from '#web/core/unsent.ts'
import { Button } from '#web/ui/button.tsx'
import { useAddCategory } from './categories.queries.ts'
import { CategoryForm } from './category-form.tsx'

/** The field is empty and ready for the next one as soon as the server has this one. */
export function AddCategory() {
  const form = useRef<HTMLFormElement>(null)
  const unsent = useUnsent('category', form)
  const [title, setTitle] = useState(unsent ? textOf(unsent, 'title') : '')
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
      refused={add.error}
      fieldRef={field}
      onSave={(draft) =>
        add.mutate(draft, {
          onSuccess: ({ message }) => {
            notify.success(message, { timeout: SCREEN_NOTICE_MS })
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
