import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { DraftPlace } from './draft.ts'
import { type DraftState, useDraft } from './use-draft.ts'

const PASSWORDS = '[type="password"], [autocomplete$="-password"], [autocomplete="one-time-code"]'
/** Larger pictures are not stored. */
const PICTURE_MAX_BYTES = 10 * 1024 * 1024

/** The unsaved input of a form. */
export interface FormDraft extends Omit<DraftState, 'write'> {
  /** The initial text of a field: the draft, or else the stored value. */
  text: (name: string, stored: string) => string
  /** The picture of the draft. */
  file: (name: string) => File | undefined
  /** Stores what is in the form. Pass it to the form as `onChange`. */
  store: () => void
}

interface FormDraftOptions {
  form: RefObject<HTMLFormElement | null>
  /** The `updatedAt` of the stored item, if the form changes one. */
  updatedAt?: string | undefined
  /** The stored texts: a form that has them again has no draft. Fields without one are empty at first. */
  stored?: Readonly<Record<string, string>>
  /** Names the draft in a list of drafts. */
  place?: DraftPlace
}

/** Keeps the input of a form, its pictures too, but no passwords and codes. */
export function useFormDraft(
  kind: string,
  subject: string,
  { form, updatedAt, stored = {}, place }: FormDraftOptions,
): FormDraft {
  const draft = useDraft(kind, subject, {
    base: updatedAt === undefined ? undefined : { updatedAt, fields: stored },
    place,
  })
  const { restored } = draft
  function store(): void {
    if (!form.current) return
    const { fields, pictures } = inputOf(form.current)
    const isStored = Object.entries(fields).every(
      ([name, text]) => text.trim() === (stored[name] ?? '').trim(),
    )
    if (isStored && Object.keys(pictures).length === 0) draft.remove()
    else draft.write(fields, { pictures })
  }
  return {
    ...draft,
    text: (name, text) => restored?.fields[name] ?? text,
    file: (name) => restored?.pictures[name],
    store,
    discard() {
      flushSync(draft.discard)
      form.current?.querySelector<HTMLElement>('textarea, select, input:not([type="file"])')?.focus()
    },
  }
}

/** The texts and pictures of a form. Radio buttons and selects are texts, too. */
function inputOf(form: HTMLFormElement) {
  const input = new FormData(form)
  for (const { name } of form.querySelectorAll<HTMLInputElement>(PASSWORDS)) input.delete(name)
  const fields: Record<string, string> = {}
  const pictures: Record<string, File> = {}
  for (const [name, value] of input) {
    if (typeof value === 'string') fields[name] = value.replaceAll('\r\n', '\n')
    else if (value.size > 0 && value.size <= PICTURE_MAX_BYTES) pictures[name] = value
  }
  return { fields, pictures }
}
