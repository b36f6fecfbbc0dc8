import { CALLS, type CallName } from '#contract/calls.ts'

/** What a call may carry, whatever its name; `Call` says what each one takes exactly. */
export interface Carried {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  image?: Blob
  signal?: AbortSignal
}

/** Path with its names filled in and the query that was given; undefined values are left out. */
export function addressOf(name: CallName, { params = {}, query = {} }: Carried): string {
  const path = CALLS[name][1].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams(textEntries(query)).toString()
  return search === '' ? path : `${path}?${search}`
}

/**
 * Method, body and headers. A call that has an image field always travels as a form, with or without the image; the
 * others as JSON. A write without a body is finished even when the page goes away meanwhile.
 */
export function requestOf(name: CallName, carried: Carried): RequestInit & { headers: Headers } {
  const { body, signal } = carried
  const [method, , imageField]: readonly [string, string, string?] = CALLS[name]
  const headers = new Headers({ accept: 'application/json' })
  if (imageField !== undefined) return { method, headers, signal, body: formOf(carried, imageField) }
  if (body === undefined) return { method, headers, signal, keepalive: method !== 'GET' }
  headers.set('content-type', 'application/json')
  return { method, headers, signal, body: JSON.stringify(body) }
}

function formOf({ body = {}, image }: Carried, imageField: string): FormData {
  const form = new FormData()
  for (const [field, value] of textEntries(body)) form.append(field, value)
  if (image !== undefined) form.append(imageField, image)
  return form
}

function textEntries(fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields).flatMap(([key, value]) => (isText(value) ? [[key, String(value)]] : []))
}

/** What an address or a form field can carry as it is. */
const isText = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)
