import { z } from 'zod'
import { checkText, type TextRule } from './text-rule.ts'

/** A text that a user typed, as its rule wants it. */
export function text(rule: TextRule) {
  return z
    .string({ error: rule.short })
    .meta({ minLength: rule.min, maxLength: rule.max })
    .transform((raw, context) => {
      const { value, error } = checkText(rule, raw)
      if (error === undefined) return value
      context.issues.push({ code: 'custom', message: error, input: raw })
      return z.NEVER
    })
}
