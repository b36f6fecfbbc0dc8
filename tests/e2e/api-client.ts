import type { Call } from '#contract/api.ts'
import { CALLS, type CallName } from '#contract/calls.ts'

interface Carried {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, string>
  image?: Blob
}

const isCarried = (input: unknown): input is Carried => typeof input === 'object' && input !== null

function payloadOf(name: CallName, { body, image }: Carried): { body?: FormData | string; type?: string } {
  const [, , imageField]: readonly [string, string, string?] = CALLS[name]
  if (imageField === undefined) {
    return body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' }
  }
  const form = new FormData()
  for (const [field, value] of Object.entries(body ?? {})) form.append(field, value)
  if (image !== undefined) form.append(imageField, image)
  return { body: form }
}

/**
 * Calls the API of a running server without a browser: `call('playlists.create', { body, image })` returns the reply.
 * It throws the server's message on any error, because the setup of a test has to succeed.
 */
export function apiClient(url: string, token?: string): Call {
  return async (name: CallName, ...input: readonly unknown[]) => {
    const carried = isCarried(input[0]) ? input[0] : {}
    const [method, pattern] = CALLS[name]
    const path = pattern.replace(/:(\w+)/g, (_, key: string) => carried.params?.[key] ?? '')
    const { body, type } = payloadOf(name, carried)
    const response = await fetch(`${url}${path}?${new URLSearchParams(carried.query)}`, {
      method,
      body,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
    })
    const reply = await response.json()
    if (!response.ok) throw new Error(`${name}: ${response.status} ${JSON.stringify(reply)}`)
    return reply
  }
}
