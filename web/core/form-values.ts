/** A text field of a submitted form; empty when it is not there. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** The chosen file. An empty file input submits a file without a name and bytes. */
export function fileOf(data: FormData, name: string): File | undefined {
  const value = data.get(name)
  return value instanceof File && value.size > 0 ? value : undefined
}
