import type { z } from 'zod'

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
