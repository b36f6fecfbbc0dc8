import { type FormEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { fileOf } from './form-values.ts'
import { useSession } from './session.tsx'
import { viewerKey } from './session-store.ts'
import { useHydrated } from './use-hydrated.ts'

const PREFIX = 'draft'
const PASSWORDS = '[type="password"], [autocomplete$="-password"]'

/** Forms that the end of a session took away, with their pictures, which `sessionStorage` cannot hold. */
const interrupted = new Map<string, FormData>()

/** What somebody typed into a form and has not saved yet. */
export interface FormDraft {
  /** The `key` of what is inside the form: it changes when the fields must begin anew. */
  version: number
  /** Whether the form began with a draft. */
  isRestored: boolean
  /** What a text field begins with: the draft, or else what is stored. */
  text: (name: string, stored: string) => string
  /** The picture that was picked before the session ended. */
  file: (name: string) => File | undefined
  /** Keeps what is typed; it is the form's `onInput`. */
  keep: (event: FormEvent<HTMLFormElement>) => void
  /** Whether this is what is kept now. */
  holds: (name: string, text: string) => boolean
  /** Call it when the draft is saved. */
  remove: () => void
  /** Empties the form, or brings back what is stored. */
  discard: () => void
}

interface Begun {
  version: number
  isRead: boolean
  typed?: Pick<FormData, 'get' | 'has'>
}

/**
 * Keeps a half-filled form in `sessionStorage`, for each person and form, so that it survives a change of screen and a
 * reload. Passwords are never kept. `name` tells the forms of the site apart.
 */
export function useFormDraft(name: string, form: RefObject<HTMLFormElement | null>): FormDraft {
  const session = useSession()
  const hydrated = useHydrated()
  const [key] = useState(() => keyOf(viewerKey(session.current()), name))
  const [begun, setBegun] = useState<Begun>(() => ({
    version: 0,
    isRead: hydrated,
    typed: hydrated ? keptFor(key) : undefined,
  }))
  if (hydrated && !begun.isRead) {
    const typed = keptFor(key)
    setBegun({ version: typed ? 1 : 0, isRead: true, typed })
  }
  useLayoutEffect(() => {
    interrupted.delete(key)
    return () => {
      if (form.current && session.hasExpired()) interrupted.set(key, withoutPasswords(form.current))
    }
  }, [form, key, session])

  const { version, typed } = begun
  return {
    version,
    isRestored: typed !== undefined,
    text: (field, stored) => {
      const value = typed?.get(field)
      return typeof value === 'string' ? value : stored
    },
    file: (field) => (typed instanceof FormData ? fileOf(typed, field) : undefined),
    keep: ({ currentTarget }) => write(key, textsOf(withoutPasswords(currentTarget))),
    holds: (field, text) => read(key)?.get(field) === text,
    remove: () => {
      write(key)
      setBegun({ version, isRead: true })
    },
    discard: () => {
      write(key)
      flushSync(() => setBegun({ version: version + 1, isRead: true }))
      form.current?.querySelector<HTMLElement>('textarea, select, input:not([type="file"])')?.focus()
    },
  }
}

/** Log-out deletes what that person had typed in this tab. */
export function removeDrafts(viewer: string): void {
  try {
    const own = Object.keys(sessionStorage).filter((key) => key.startsWith(keyOf(viewer, '')))
    for (const key of own) sessionStorage.removeItem(key)
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}

const keyOf = (viewer: string, name: string) => `${PREFIX} ${viewer} ${name}`

const keptFor = (key: string) => interrupted.get(key) ?? read(key)

function read(key: string): URLSearchParams | undefined {
  try {
    const kept = sessionStorage.getItem(key)
    return kept === null ? undefined : new URLSearchParams(kept)
  } catch {
    return
  }
}

function write(key: string, texts = new URLSearchParams()): void {
  try {
    if ([...texts.values()].every((text) => text.trim() === '')) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, texts.toString())
  } catch {
    // Without storage, or where it is full, a draft lives as long as its form.
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
