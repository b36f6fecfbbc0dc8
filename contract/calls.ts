/**
 * Every HTTP call of the product by name: method, path, and the form field that carries an image, if any.
 *
 * Plain strings on purpose: the browser needs these at run time for its first page, and must not download
 * the schemas with them. What goes in and out of each call is described under the same name in `<feature>.ts`.
 * Specification section 7, api.md "The calls".
 */
export const CALLS = {
  'auth.register': ['POST', '/api/auth/register', 'profilePhoto'],
  'auth.login': ['POST', '/api/auth/login'],
  'auth.logout': ['POST', '/api/auth/logout'],
  'auth.reset': ['POST', '/api/auth/reset'],
  'auth.options': ['GET', '/api/auth/options'],
  'auth.sessions': ['GET', '/api/auth/sessions'],
  'auth.endSession': ['DELETE', '/api/auth/sessions/:sessionId'],
  'auth.endSessions': ['DELETE', '/api/auth/sessions'],
  'users.list': ['GET', '/api/users/profile'],
  'users.get': ['GET', '/api/users/profile/:userId'],
  'users.update': ['PUT', '/api/users/profile/:userId', 'profilePhoto'],
  'users.player': ['GET', '/api/users/me/player'],
  'users.setPlayer': ['PUT', '/api/users/me/player'],
  'playlists.list': ['GET', '/api/playlists'],
  'playlists.get': ['GET', '/api/playlists/:playlistId'],
  'playlists.ofTeacher': ['GET', '/api/playlists/teacher/:teacherId'],
  'playlists.create': ['POST', '/api/playlists', 'mainPlaylistImage'],
  'playlists.update': ['PUT', '/api/playlists/:playlistId', 'mainPlaylistImage'],
  'outline.save': ['PUT', '/api/playlists/:playlistId/outline'],
  'outline.grid': ['PUT', '/api/playlists/:playlistId/grid'],
  'playlists.remove': ['DELETE', '/api/playlists/:playlistId/:teacherId'],
  'courses.list': ['GET', '/api/courses'],
  'courses.ofPlaylist': ['GET', '/api/playlists/:playlistId/courses'],
  'courses.get': ['GET', '/api/courses/:playlistId/:courseId'],
  'courses.create': ['POST', '/api/courses/:playlistId', 'tutorialImage'],
  'courses.update': ['PUT', '/api/courses/:playlistId/:courseId', 'tutorialImage'],
  'courses.remove': ['DELETE', '/api/courses/:playlistId/:courseId'],
  'courses.fault': ['POST', '/api/courses/:courseId/fault'],
  'likes.like': ['POST', '/api/courses/:courseId/like'],
  'likes.list': ['GET', '/api/users/likes'],
  'comments.list': ['GET', '/api/comments'],
  'comments.create': ['POST', '/api/comments'],
  'comments.update': ['PUT', '/api/comments/:commentId'],
  'comments.remove': ['DELETE', '/api/comments/:commentId'],
  'comments.threads': ['GET', '/api/courses/:courseId/threads'],
  'comments.answer': ['PUT', '/api/comments/:commentId/answer'],
  'comments.pin': ['PUT', '/api/comments/:commentId/pin'],
  'progress.list': ['GET', '/api/progress'],
  'progress.clear': ['DELETE', '/api/progress'],
  'progress.merge': ['POST', '/api/progress/merge'],
  'progress.ofPlaylist': ['GET', '/api/progress/:id'],
  'progress.save': ['PUT', '/api/progress/:id'],
  'progress.forget': ['DELETE', '/api/progress/:id'],
  'progress.done': ['PUT', '/api/progress/:id/done'],
  'progress.hide': ['PUT', '/api/progress/:id/hidden'],
  'notes.list': ['GET', '/api/notes'],
  'notes.create': ['POST', '/api/notes'],
  'notes.export': ['GET', '/api/notes/export'],
  'notes.update': ['PUT', '/api/notes/:noteId'],
  'notes.remove': ['DELETE', '/api/notes/:noteId'],
  'saves.list': ['GET', '/api/users/savedPlaylists'],
  'saves.save': ['POST', '/api/users/savePlaylist/:playlistId'],
  'saves.unsave': ['DELETE', '/api/users/savedPlaylists/:playlistId'],
  'categories.list': ['GET', '/api/categories'],
  'categories.create': ['POST', '/api/categories'],
  'categories.update': ['PUT', '/api/categories/:categoryId'],
  'categories.remove': ['DELETE', '/api/categories/:categoryId'],
  'approval.playlist': ['POST', '/api/playlists/approve-playlist/:playlistId'],
  'approval.course': ['POST', '/api/courses/approve-course/:courseId'],
  'review.submitPlaylist': ['POST', '/api/playlists/:playlistId/submit'],
  'review.withdrawPlaylist': ['POST', '/api/playlists/:playlistId/withdraw'],
  'review.submitCourse': ['POST', '/api/courses/:courseId/submit'],
  'review.withdrawCourse': ['POST', '/api/courses/:courseId/withdraw'],
  'review.waitingTime': ['GET', '/api/review/waiting-time'],
  'review.list': ['GET', '/api/review'],
  'review.get': ['GET', '/api/review/:revisionId'],
  'review.claim': ['POST', '/api/review/:revisionId/claim'],
  'review.decide': ['POST', '/api/review/:revisionId/decide'],
  'review.decideMany': ['POST', '/api/review/decide'],
  'review.note': ['POST', '/api/review/:revisionId/notes'],
  'review.answerNote': ['PUT', '/api/review/notes/:reviewNoteId'],
  'review.history': ['GET', '/api/playlists/:playlistId/decisions'],
  'review.trust': ['PUT', '/api/users/:userId/trusted'],
  'review.audit': ['GET', '/api/audit'],
  'videoLinks.read': ['POST', '/api/playlists/:playlistId/links'],
  'videoLinks.add': ['POST', '/api/playlists/:playlistId/courses'],
  'uploads.space': ['GET', '/api/users/me/uploads'],
  'uploads.video': ['GET', '/api/videos/:videoId'],
  'search.playlists': ['GET', '/api/playlists/search-playlist'],
  'search.teachers': ['GET', '/api/users/teacherSearch'],
} as const satisfies Record<
  string,
  readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, image?: string]
>

export type CallName = keyof typeof CALLS

/** Server-sent events of one course (api.md `GET /api/live`); read with `fetch`, because it needs the token. */
export const LIVE_PATH = '/api/live'
/** Server-sent events for the caller alone (contract/events.ts `UserEvent`); read in the same way. */
export const LIVE_ME_PATH = '/api/live/me'
/** The calls that answer with a stream. */
export const STREAMS = { live: LIVE_PATH, 'live.me': LIVE_ME_PATH } as const
export type StreamName = keyof typeof STREAMS

/** The tus 1.0 endpoint for own videos (product/teaching.md, "Own uploads"); its methods are those of tus. */
export const TUS_PATH = '/api/uploads'
export const TUS_CALLS = [
  ['POST', TUS_PATH],
  ['OPTIONS', TUS_PATH],
  ['HEAD', `${TUS_PATH}/:uploadId`],
  ['PATCH', `${TUS_PATH}/:uploadId`],
  ['DELETE', `${TUS_PATH}/:uploadId`],
] as const
/** Everything with permissions of its own that is no call. */
export type OtherName = StreamName | 'uploads'
