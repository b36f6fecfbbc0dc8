import { type KeyboardEvent, type ReactNode, type Ref, type RefObject, useRef, useState } from 'react'
import { CategoryDraft } from '#contract/catalog/categories.ts'
import { fieldErrors } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { type FormDraft, useFormDraft } from '#web/core/drafts/use-form-draft.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { type CategoryWritten, useAddCategory } from './categories.queries.ts'
import styles from './category-form.module.css'

interface CategoryFormProps {
  /** Names the form. */
  name: string
  label: string
  text: string
  onChange: (text: string) => void
  busy: boolean
  error: Error | null
  onSave: (written: CategoryWritten) => void
  onInput?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  fieldRef?: Ref<HTMLInputElement>
  formRef?: RefObject<HTMLFormElement | null>
  /** The buttons. */
  children: ReactNode
}

/** A title field with buttons, to add or rename a category. */
export function CategoryForm({ name, label, text, busy, error, children, ...rest }: CategoryFormProps) {
  const { onChange, onSave, onInput, onKeyDown, fieldRef, formRef } = rest
  const [inputErrors, setInputErrors] = useState<FormErrors>()

  function submit(): void {
    if (busy) return
    const { value, errors } = checkDraft(CategoryDraft, { title: text })
    setInputErrors(errors)
    if (value) onSave(value)
  }

  return (
    <div className={styles.form}>
      <Form
        ref={formRef}
        aria-label={name}
        errors={inputErrors ?? fieldErrors(error)}
        onChange={onInput}
        onSubmit={submit}
      >
        <div className={styles.row}>
          <TextField
            ref={fieldRef}
            name="title"
            label={label}
            value={text}
            onChange={onChange}
            autoComplete="off"
            onKeyDown={onKeyDown}
          />
          <div className={styles.buttons}>{children}</div>
        </div>
      </Form>
    </div>
  )
}

/** A form that is cleared as soon as the server has saved the category. */
export function AddCategory() {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft('category', 'new', { form })
  return <NewCategory key={draft.version} form={form} draft={draft} />
}

interface NewCategoryProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function NewCategory({ form, draft }: NewCategoryProps) {
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
      <DraftLine draft={draft} />
    </CategoryForm>
  )
}
