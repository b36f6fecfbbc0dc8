import { createContext } from 'react'

/** A sentence per field name. */
export type FormErrors = Record<string, string>

interface FormErrorsState {
  errors: FormErrors
  /** Removes the error of an edited field. */
  edited: (name: string) => void
}

/** The rejected fields of the form around a field. A field outside of a form has no errors. */
export const FormErrorsContext = createContext<FormErrorsState>({ errors: {}, edited: () => {} })
