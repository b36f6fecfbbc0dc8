import { type FormEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { draftKeyOf } from './draft-keys.ts'
import { fileOf } from './form-values.ts'
import { useSession } from './session.tsx'
import { viewerKey } from './session-store.ts'
import { useHydrated } from './use-hydrated.ts'

const PASSWORDS = '[type="password"], [autocomplete$="-password"]'

/** Forms that were open when the session expired, with their pictures, which `sessionStorage` cannot hold. */
const interrupted = new Map<string, FormData>()

/** The unsaved input of a form. */
export interface FormDraft {
  /** The React `key` of the form's content: it changes when the fields must be reset. */
  version: number
  /** Whether the form started with a draft. */
  isRestored: boolean
  /** The initial text of a field: the draft, or else the stored value. */
  text: (name: string, stored: string) => string
  /** The picture that was picked before the session ended. */
  file: (name: string) => File | undefined
  /** Stores the draft. Pass it to the form as `onInput`. */
  store: (event: FormEvent<HTMLFormElement>) => void
  /** Call it when the draft is saved. */
  remove: () => void
  /** The same for a form that stays open: what the user typed since then stays. */
  removeText: (name: string, text: string) => void
  /** Deletes the draft and resets the form to the stored values. */
  discard: () => void
}

interface DraftState {
  version: number
  isRead: boolean
  typed?: Pick<FormData, 'get' | 'has'>
}

/**
 * Stores the input of a form in `sessionStorage`, for each user and form, so that it survives navigation and a reload.
 * Passwords are never stored. `name` identifies the form.
 */
export function useFormDraft(name: string, form: RefObject<HTMLFormElement | null>): FormDraft {
  const session = useSession()
  const hydrated = useHydrated()
  const [key] = useState(() => draftKeyOf(viewerKey(session.current()), name))
  // Read once: what somebody types before the page is hydrated must not replace the form that they type into.
  const [found] = useState(() => storedDraft(key))
  const [state, setState] = useState<DraftState>(() => ({
    version: 0,
    isRead: hydrated,
    typed: hydrated ? found : undefined,
  }))
  if (hydrated && !state.isRead) setState({ version: found ? 1 : 0, isRead: true, typed: found })
  useLayoutEffect(() => {
    interrupted.delete(key)
    return () => {
      if (form.current && session.hasExpired()) interrupted.set(key, withoutPasswords(form.current))
    }
  }, [form, key, session])

  const { version, typed } = state
  function remove(): void {
    write(key)
    setState({ version, isRead: true })
  }
  return {
    version,
    isRestored: typed !== undefined,
    text: (field, stored) => {
      const value = typed?.get(field)
      return typeof value === 'string' ? value : stored
    },
    file: (field) => (typed instanceof FormData ? fileOf(typed, field) : undefined),
    store: ({ currentTarget }) => write(key, textsOf(withoutPasswords(currentTarget))),
    remove,
    removeText: (field, text) => {
      if (read(key)?.get(field)?.trim() === text) remove()
    },
    discard: () => {
      write(key)
      flushSync(() => setState({ version: version + 1, isRead: true }))
      form.current?.querySelector<HTMLElement>('textarea, select, input:not([type="file"])')?.focus()
    },
  }
}

const storedDraft = (key: string) => interrupted.get(key) ?? read(key)

function read(key: string): URLSearchParams | undefined {
  try {
    const stored = sessionStorage.getItem(key)
    return stored === null ? undefined : new URLSearchParams(stored)
  } catch {
    return
  }
}

function write(key: string, texts = new URLSearchParams()): void {
  try {
    if ([...texts.values()].every((text) => text.trim() === '')) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, texts.toString())
  } catch {
    // Without storage, or when it is full, a draft lasts as long as its form.
  }
}

function withoutPasswords(form: HTMLFormElement): FormData {
  const typed = new FormData(form)
  for (const { name } of form.querySelectorAll<HTMLInputElement>(PASSWORDS)) typed.delete(name)
  return typed
}

function textsOf(typed: FormData): URLSearchParams {
  const texts = new URLSearchParams()
  for (const [name, value] of typed) if (typeof value === 'string') texts.set(name, value)
  return texts
}

export type Checked<Value> =
  | { value: Value; errors?: undefined }
  | { value?: undefined; errors: Record<string, string> }

/**
 * Validates the input of a form before it is sent. Returns the value to send, or a sentence for each invalid field. The
 * server uses the same schema.
 */
export function checkDraft<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
): Checked<z.output<Schema>> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return { value: parsed.data }
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? '')] ??= message
  return { errors }
}
