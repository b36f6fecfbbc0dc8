import type { CallName } from '#contract/calls.ts'
import { FIRST_CALLS } from '#contract/first-calls.ts'
import { retryDownload } from './retry-download.ts'

/** The input of any call. `Call` has the exact type for each call. */
export interface CallInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  image?: Blob
  signal?: AbortSignal
  /** The request completes even when the user leaves the page. Browsers allow this for small bodies only. */
  keepalive?: boolean
}

/** Method, path, and the form field that carries an image, if any. */
type CallLine = readonly [method: string, path: string, imageField?: string]

const firstCalls: Readonly<Partial<Record<CallName, CallLine>>> = FIRST_CALLS

/** The line of a call. Most are downloaded together with the first screen that needs one; the others are sent at once. */
export function lineOf(name: CallName): CallLine | Promise<CallLine> {
  return (
    firstCalls[name] ?? retryDownload(() => import('#contract/calls.ts')).then(({ CALLS }) => CALLS[name])
  )
}

/** The path with its parameters and the query string. Undefined values are left out. */
export function addressOf([, pattern]: CallLine, { params = {}, query = {} }: CallInput): string {
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams(textEntries(query)).toString()
  return search === '' ? path : `${path}?${search}`
}

/**
 * Method, body and headers. A call that has an image field is always sent as a form, with or without the image; the
 * others as JSON. A write without a body completes even when the user leaves the page.
 */
export function requestOf(
  [method, , imageField]: CallLine,
  input: CallInput,
): RequestInit & { headers: Headers } {
  const { body, signal, keepalive } = input
  const headers = new Headers({ accept: 'application/json' })
  if (imageField !== undefined) return { method, headers, signal, body: formOf(input, imageField) }
  if (body === undefined) return { method, headers, signal, keepalive: method !== 'GET' }
  headers.set('content-type', 'application/json')
  return { method, headers, signal, keepalive, body: JSON.stringify(body) }
}

function formOf({ body = {}, image }: CallInput, imageField: string): FormData {
  const form = new FormData()
  for (const [field, value] of textEntries(body)) form.append(field, value)
  if (image !== undefined) form.append(imageField, image)
  return form
}

function textEntries(fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields).flatMap(([key, value]) => (isText(value) ? [[key, String(value)]] : []))
}

/** A value that an address or a form field can hold. */
const isText = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)
