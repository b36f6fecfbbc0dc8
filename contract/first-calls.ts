/**
 * The calls of the screens on which visits begin, and those that a page may make while it closes. Browsers download the other
 * ones later (`web/core/request.ts`).
 */
export const FIRST_CALLS = {
  'users.list': ['GET', '/api/users/profile'],
  'users.get': ['GET', '/api/users/profile/:userId'],
  'playlists.list': ['GET', '/api/playlists'],
  'playlists.get': ['GET', '/api/playlists/:playlistId'],
  'playlists.ofTeacher': ['GET', '/api/playlists/teacher/:teacherId'],
  'outline.save': ['PUT', '/api/playlists/:playlistId/outline'],
  'review.decideRound': ['POST', '/api/review/rounds/:roundId/decide'],
  'home.get': ['GET', '/api/home'],
  'progress.merge': ['POST', '/api/progress/merge'],
  'progress.ofPlaylist': ['GET', '/api/progress/:id'],
  'progress.save': ['PUT', '/api/progress/:id'],
  'saves.save': ['POST', '/api/users/savePlaylist/:playlistId'],
  'follows.list': ['GET', '/api/follows'],
  'follows.followTeacher': ['PUT', '/api/follows/teachers/:teacherId'],
  'follows.unfollowTeacher': ['DELETE', '/api/follows/teachers/:teacherId'],
  'follows.followPlaylist': ['PUT', '/api/follows/playlists/:playlistId'],
  'follows.unfollowPlaylist': ['DELETE', '/api/follows/playlists/:playlistId'],
  'figures.site': ['GET', '/api/figures'],
  'figures.user': ['GET', '/api/figures/:userId'],
  'search.playlists': ['GET', '/api/playlists/search-playlist'],
  'search.teachers': ['GET', '/api/users/teacherSearch'],
  'search.moments': ['GET', '/api/search/moments'],
} as const
