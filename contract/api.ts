import type { z } from 'zod'
import { authApi } from './account/auth.ts'
import { consentsApi } from './account/consents.ts'
import { passkeysApi } from './account/passkeys.ts'
import { providerApi } from './account/provider.ts'
import { secondStepApi } from './account/second-step.ts'
import { setupApi } from './account/setup.ts'
import { usersApi } from './account/users.ts'
import type { CALLS, CallName } from './calls.ts'
import { captionsApi } from './captions/captions.ts'
import { categoriesApi } from './catalog/categories.ts'
import { coursesApi } from './catalog/courses.ts'
import { outlineApi } from './catalog/outline.ts'
import { playlistsApi } from './catalog/playlists.ts'
import { trashApi } from './catalog/trash.ts'
import { visibilityApi } from './catalog/visibility-api.ts'
import { commentsApi } from './comments/comments.ts'
import { ownCommentsApi } from './comments/own-comments.ts'
import type { PathParams } from './endpoint.ts'
import { analyticsApi } from './insight/analytics.ts'
import { figuresApi } from './insight/figures.ts'
import { teachingApi } from './insight/needs.ts'
import { numbersApi } from './insight/numbers.ts'
import { privacyApi } from './insight/privacy.ts'
import { homeApi } from './learning/home.ts'
import { learningApi } from './learning/learning.ts'
import { notesApi } from './learning/notes.ts'
import { progressApi } from './learning/progress.ts'
import { mailApi } from './mail/mail.ts'
import { notificationsApi } from './notifications/notifications.ts'
import { overviewApi } from './overview/overview.ts'
import { groupsApi } from './people/groups.ts'
import { importsApi } from './people/imports.ts'
import { invitationsApi } from './people/invitations.ts'
import { peopleApi } from './people/people.ts'
import { teacherRequestsApi } from './people/teacher-requests.ts'
import { followsApi } from './reactions/follows.ts'
import { likesApi } from './reactions/likes.ts'
import { savesApi } from './reactions/saves.ts'
import { reportsApi } from './reports/reports.ts'
import { approvalApi } from './review/approval.ts'
import { reviewApi } from './review/review-api.ts'
import { roundsApi } from './review/rounds.ts'
import { searchApi } from './search/search.ts'
import { legalApi } from './settings/legal.ts'
import { settingsApi } from './settings/settings.ts'
import { siteApi } from './settings/site.ts'
import { uploadsApi } from './video/uploads.ts'
import { videoLinksApi } from './video-links/video-links.ts'

/** The calls of every feature. The OpenAPI document and the browser's types are derived from it. */
export const api = {
  site: siteApi,
  settings: settingsApi,
  legal: legalApi,
  consents: consentsApi,
  setup: setupApi,
  auth: authApi,
  passkeys: passkeysApi,
  secondStep: secondStepApi,
  provider: providerApi,
  users: usersApi,
  playlists: playlistsApi,
  courses: coursesApi,
  outline: outlineApi,
  visibility: visibilityApi,
  trash: trashApi,
  captions: captionsApi,
  likes: likesApi,
  comments: commentsApi,
  ownComments: ownCommentsApi,
  home: homeApi,
  progress: progressApi,
  learning: learningApi,
  notes: notesApi,
  mail: mailApi,
  saves: savesApi,
  categories: categoriesApi,
  approval: approvalApi,
  review: reviewApi,
  rounds: roundsApi,
  reports: reportsApi,
  teacherRequests: teacherRequestsApi,
  groups: groupsApi,
  people: peopleApi,
  teaching: teachingApi,
  figures: figuresApi,
  analytics: analyticsApi,
  numbers: numbersApi,
  privacy: privacyApi,
  notifications: notificationsApi,
  follows: followsApi,
  invitations: invitationsApi,
  imports: importsApi,
  search: searchApi,
  overview: overviewApi,
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
