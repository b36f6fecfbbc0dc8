import type { z } from 'zod'
import { CALLS, type CallName } from './calls.ts'

/** Which rate limit a call counts against. */
export type RateClass =
  | 'read'
  | 'write'
  | 'login'
  | 'register'
  | 'setup'
  | 'comment'
  | 'upload'
  | 'reaction'
  | 'mentionable'
  | 'progress'
  | 'duplicate'
  | 'open'

export interface EndpointShape {
  summary: string
  rate?: RateClass
  query?: z.ZodObject
  body?: z.ZodType
  /** The sentence for a missing image; absent when the image is optional. Only for calls with an image field. */
  imageRequired?: string
  /** For an upload that is no picture: what the server takes instead. */
  file?: { maxBytes: number; tooLarge: string; types: readonly string[] }
  reply: z.ZodType
  status?: 200 | 201 | 202 | 303
  /** The client keeps what it sends and repeats it later: under overload the first call to be rejected. */
  deferrable?: true
  /** Also accepts the form that mail programs post to unsubscribe (RFC 8058), and ignores its fields. */
  acceptsForm?: true
  /** For a reply that is or may be text instead of JSON. */
  contentType?: string
}

/** One HTTP call: `CALLS` has its path and method, `ACCESS` its permissions, and this its shapes. */
export function endpoint<const Name extends CallName, Shape extends EndpointShape>(name: Name, shape: Shape) {
  const [method, path, image]: readonly [string, string, string?] = CALLS[name]
  return { name, method, path, image, ...shape }
}

export type Endpoint = ReturnType<typeof endpoint<CallName, EndpointShape>>

/** The names inside a path: '/api/courses/:playlistId/:courseId' → 'playlistId' | 'courseId'. */
export type PathParam<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type PathParams<Name extends CallName> = Record<PathParam<(typeof CALLS)[Name][1]>, string>
