import type { z } from 'zod'
import { approvalApi } from './approval.ts'
import { authApi } from './auth.ts'
import type { CALLS, CallName } from './calls.ts'
import { captionsApi } from './captions.ts'
import { categoriesApi } from './categories.ts'
import { commentsApi } from './comments.ts'
import { coursesApi } from './courses.ts'
import type { PathParams } from './endpoint.ts'
import { followsApi } from './follows.ts'
import { likesApi } from './likes.ts'
import { mailApi } from './mail.ts'
import { notesApi } from './notes.ts'
import { notificationsApi } from './notifications.ts'
import { outlineApi } from './outline.ts'
import { passkeysApi } from './passkeys.ts'
import { playlistsApi } from './playlists.ts'
import { progressApi } from './progress.ts'
import { reportsApi } from './reports.ts'
import { reviewApi } from './review.ts'
import { savesApi } from './saves.ts'
import { searchApi } from './search.ts'
import { secondStepApi } from './second-step.ts'
import { uploadsApi } from './uploads.ts'
import { usersApi } from './users.ts'
import { videoLinksApi } from './video-links.ts'

/** The calls of every feature. The OpenAPI document and the browser's types are derived from it. */
export const api = {
  auth: authApi,
  passkeys: passkeysApi,
  secondStep: secondStepApi,
  users: usersApi,
  playlists: playlistsApi,
  courses: coursesApi,
  outline: outlineApi,
  captions: captionsApi,
  likes: likesApi,
  comments: commentsApi,
  progress: progressApi,
  notes: notesApi,
  mail: mailApi,
  saves: savesApi,
  categories: categoriesApi,
  approval: approvalApi,
  review: reviewApi,
  reports: reportsApi,
  notifications: notificationsApi,
  follows: followsApi,
  search: searchApi,
  videoLinks: videoLinksApi,
  uploads: uploadsApi,
}
export type Api = typeof api

type EndpointsOf<Feature> = Feature[keyof Feature]
/** Call name → its endpoint's type. */
export type Endpoints = {
  [Found in EndpointsOf<{ [Feature in keyof Api]: EndpointsOf<Api[Feature]> }> as Found extends {
    name: infer Name extends string
  }
    ? Name
    : never]: Found
}

type BodyOf<E> = E extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : never
type QueryOf<E> = E extends { query: infer Schema extends z.ZodType } ? z.input<Schema> : never

/** The input of a call: only what that call takes. `image` is the picture of calls with an upload. */
export type CallInput<Name extends CallName> = (keyof PathParams<Name> extends never
  ? { params?: undefined }
  : { params: PathParams<Name> }) &
  ([BodyOf<Endpoints[Name]>] extends [never] ? { body?: undefined } : { body?: BodyOf<Endpoints[Name]> }) &
  ([QueryOf<Endpoints[Name]>] extends [never]
    ? { query?: undefined }
    : { query?: QueryOf<Endpoints[Name]> }) &
  ((typeof CALLS)[Name] extends readonly [string, string, string] ? { image?: Blob } : { image?: undefined })

export type CallReply<Name extends CallName> = Endpoints[Name] extends {
  reply: infer Schema extends z.ZodType
}
  ? z.infer<Schema>
  : never

interface CallOptions {
  signal?: AbortSignal
  /** For a small body: the request completes even when the user leaves the page. */
  keepalive?: boolean
}

/** The one way a screen reaches the server, in the browser by `fetch`, while rendering by the endpoint's own handler. */
export type Call = <Name extends CallName>(
  name: Name,
  ...input: Record<string, never> extends CallInput<Name>
    ? [input?: CallInput<Name> & CallOptions]
    : [input: CallInput<Name> & CallOptions]
) => Promise<CallReply<Name>>
