import { createContext } from 'react'

/** A sentence per field name. */
export type FormErrors = Record<string, string>

interface Refusals {
  errors: FormErrors
  /** A field that is edited loses its sentence. */
  edited: (name: string) => void
}

/** What was refused in the form around a field; a field outside of one is never wrong. */
export const RefusalsContext = createContext<Refusals>({ errors: {}, edited: () => {} })
