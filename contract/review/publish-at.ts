import { z } from 'zod'

export const CHOOSE_TIME = 'Choose a time within the next year.'

const YEAR_MS = 366 * 86_400_000

/** When something goes public, in ISO 8601; an empty text is: as soon as it is approved. */
export const PublishAt = z
  .union([z.literal(''), z.iso.datetime({ offset: true, error: CHOOSE_TIME })], CHOOSE_TIME)
  .nullable()
  .transform((text, context) => {
    if (!text) return null
    const wait = Date.parse(text) - Date.now()
    if (wait > 0 && wait <= YEAR_MS) return new Date(text).toISOString()
    context.issues.push({ code: 'custom', message: CHOOSE_TIME, input: text })
    return z.NEVER
  })
