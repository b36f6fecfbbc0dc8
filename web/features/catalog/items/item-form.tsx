import type { ReactNode, RefObject } from 'react'
import { fieldErrors } from '#web/core/api-error.ts'
import type { Conflict } from '#web/core/drafts/conflicts.ts'
import type { FormDraft } from '#web/core/drafts/use-form-draft.ts'
import { Note } from '#web/ui/feedback/note.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Form, FormFoot, FormHead, type FormProps } from '#web/ui/form/form.tsx'
import { FormAside } from '#web/ui/form/form-aside.tsx'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { SavedMeanwhile, type SavedMeanwhileProps } from '#web/ui/form/saved-meanwhile.tsx'
import { Split } from '#web/ui/layout/section.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'

/** The name of the buttons that do not just submit, such as the one that saves a draft. */
export const THEN = 'then'

/** What a screen passes to the form of a playlist or of a course. */
export interface ItemFormProps {
  heading: string
  /** The label of the button, and its label while it is busy. */
  submit: string
  busy: string | false
  /** The error of the server. */
  error: Error | null
  /** What happens after saving, in a sentence. */
  note: ReactNode
  /** The address of Cancel. */
  cancel: string
  /** Saves as a draft, whatever button is pressed. */
  savesDraft?: boolean
}

interface Props extends Omit<ItemFormProps, 'savesDraft'>, Pick<FormProps, 'columns' | 'onSubmit'> {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
  /** The rejected fields of the last attempt; those of the server otherwise. */
  inputErrors: FormErrors
  /** What else can be done with a new item: the values of `THEN` with their labels. */
  more: readonly { value: string; label: string }[]
  preview: ReactNode
  /** Beside the form, above the note. */
  aside?: ReactNode
  /** What somebody else has saved meanwhile. */
  conflicts: readonly Conflict[]
  describe?: SavedMeanwhileProps['describe']
  /** The fields. */
  children: ReactNode
}

const LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  category: 'Category',
  language: 'Language',
  level: 'Level',
  promise: 'Promise',
  visibility: 'Who can see it',
  groups: 'Groups',
  videoTitle: 'Video title',
  videoLink: 'Video link',
  startsAt: 'Start',
  playlist: 'Playlist',
  description: 'Description',
  chapters: 'Chapters',
  corrections: 'Corrections',
}

/** The frame of the form of a playlist or a course: its head, its buttons, and a preview beside it. */
export function ItemForm({ heading, submit, busy, error, note, cancel, children, ...rest }: Props) {
  const { form, draft, inputErrors, more, preview, aside, columns, conflicts, onSubmit, describe } = rest
  return (
    <Split>
      <Form
        ref={form}
        card
        columns={columns}
        aria-labelledby="item-form"
        errors={Object.keys(inputErrors).length > 0 ? inputErrors : fieldErrors(error)}
        onChange={draft.store}
        onSubmit={(data, element) => conflicts.length === 0 && onSubmit(data, element)}
      >
        <FormHead id="item-form" title={heading} draft={<DraftLine draft={draft} />} />
        <SavedMeanwhile
          draft={draft}
          conflicts={conflicts}
          labelOf={(name) => LABELS[name] ?? name}
          describe={describe}
        />
        {children}
        <FormFoot>
          <Button type="submit" variant="primary" size="lg" busy={busy}>
            {submit}
          </Button>
          {more.map(({ value, label }) => (
            <Button
              key={value}
              type="submit"
              name={THEN}
              value={value}
              size="lg"
              aria-disabled={busy !== false}
            >
              {label}
            </Button>
          ))}
          <LinkButton size="lg" to={cancel}>
            Cancel
          </LinkButton>
        </FormFoot>
      </Form>
      <FormAside
        note={
          <>
            {aside}
            <Note title="What happens next">{note}</Note>
          </>
        }
        preview={preview}
      />
    </Split>
  )
}
