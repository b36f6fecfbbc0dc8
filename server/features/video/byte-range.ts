/** Part of a file: `end` is the last byte. */
export interface Range {
  start: number
  end: number
}

/** What a client asks for, before the size of the file is known. */
export type AskedRange = { start: number; end?: number } | { last: number }

/** Reads a `Range` of one part. Others, and what is not one, are ignored, so the answer is the whole file, as HTTP allows. */
export function readRange(header: string | undefined): AskedRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined) return undefined
  if (first === '') return last === '' ? undefined : { last: Number(last) }
  if (last === '') return { start: Number(first) }
  return Number(last) < Number(first) ? undefined : { start: Number(first), end: Number(last) }
}

/** The range within a file of this size; `undefined` when the file has none of its bytes. */
export function rangeWithin(asked: AskedRange, size: number): Range | undefined {
  const { start, end = size - 1 } = 'last' in asked ? { start: Math.max(0, size - asked.last) } : asked
  return start < size && start <= end ? { start, end: Math.min(end, size - 1) } : undefined
}
