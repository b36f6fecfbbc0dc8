import type { z } from 'zod'

export type Checked<Value> =
  | { value: Value; errors?: undefined }
  | { value?: undefined; errors: Record<string, string> }

/**
 * Holds what was typed against the contract's draft before anything is sent: the value to send, or a sentence for each
 * field that is wrong. The server does the same with the same draft.
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
