import { loads } from '#web/core/load.ts'
import { publicPlaylistsOf } from '#web/features/playlists/browsing.queries.ts'

export const loadCourses = loads(({ cache, call, url }) => [
  cache.ensureInfiniteQueryData(publicPlaylistsOf(call, url.searchParams.get('category') ?? '')),
])
