import { z } from 'zod'

export const LANGUAGE_MESSAGE = 'Choose a language from the list.'
const TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/
const TAG_MAX = 35

/** A language tag, such as `en` or `pt-BR`. */
export const LanguageTag = z
  .string({ error: LANGUAGE_MESSAGE })
  .max(TAG_MAX, LANGUAGE_MESSAGE)
  .regex(TAG, LANGUAGE_MESSAGE)
