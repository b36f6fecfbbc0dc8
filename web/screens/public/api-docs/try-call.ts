import type { DocumentedCall, InputField } from './document.ts'

export interface TryResult {
  status: string
  milliseconds: number
  body: string
}

const SHOWN_MAX = 20_000

/** Sends the call with the values of the form and returns the raw response. */
export async function tryCall(
  call: DocumentedCall,
  filled: FormData,
  token: string | undefined,
): Promise<TryResult> {
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` })
  if (call.bodyType === 'application/json') headers.set('content-type', 'application/json')
  const began = performance.now()
  const response = await fetch(addressOf(call, filled), {
    method: call.method,
    headers,
    body: bodyOf(call, filled),
  })
  const body = await response.text()
  return {
    status: `${response.status} ${response.statusText}`.trim(),
    milliseconds: Math.round(performance.now() - began),
    body: readable(body).slice(0, SHOWN_MAX),
  }
}

function addressOf({ path, fields }: DocumentedCall, filled: FormData): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(filled, `path.${name}`)),
  )
  const search = fields.flatMap(({ location, name }) => {
    const value = textOf(filled, `query.${name}`)
    return location === 'query' && value !== '' ? [[name, value]] : []
  })
  return search.length === 0 ? address : `${address}?${new URLSearchParams(search)}`
}

function bodyOf({ fields, bodyType }: DocumentedCall, filled: FormData): BodyInit | undefined {
  if (bodyType === undefined) return undefined
  const sent = fields.filter(
    ({ location, name }) => location === 'body' && isFilled(filled.get(`body.${name}`)),
  )
  if (bodyType === 'application/json') {
    return JSON.stringify(Object.fromEntries(sent.map((field) => [field.name, jsonOf(field, filled)])))
  }
  const form = new FormData()
  for (const { name } of sent) form.append(name, filled.get(`body.${name}`) ?? '')
  return form
}

const isFilled = (value: FormDataEntryValue | null) =>
  value instanceof File ? value.size > 0 : Boolean(value)

function jsonOf({ name, kind }: InputField, filled: FormData): string | boolean {
  const text = textOf(filled, `body.${name}`)
  return kind === 'yes-no' ? text === 'true' : text
}

function textOf(filled: FormData, name: string): string {
  const value = filled.get(name)
  return typeof value === 'string' ? value : ''
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    // A response that is not JSON is shown unchanged.
    return body
  }
}
