import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useSession } from './session.tsx'
import { viewerKey } from './session-store.ts'

/** In this tab only, so that pictures stay with it and nobody else finds it. Passwords are never kept. */
const unsent = new Map<string, FormData>()

/**
 * What a person had typed into this form when the server ended their session; after the login it is there again, for
 * them alone. `name` tells the forms of the site apart.
 */
export function useUnsent(name: string, form: RefObject<HTMLFormElement | null>): FormData | undefined {
  const session = useSession()
  const [key] = useState(() => `${viewerKey(session.current())} ${name}`)
  const [typed] = useState(() => unsent.get(key))
  useEffect(() => void unsent.delete(key), [key])
  useLayoutEffect(
    () => () => {
      if (form.current && session.hasExpired()) unsent.set(key, withoutPasswords(form.current))
    },
    [form, key, session],
  )
  return typed
}

function withoutPasswords(form: HTMLFormElement): FormData {
  const typed = new FormData(form)
  for (const { name } of form.querySelectorAll<HTMLInputElement>('[autocomplete$="-password"]')) {
    typed.delete(name)
  }
  return typed
}
