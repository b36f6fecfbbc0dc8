import { loads } from '#web/core/load.ts'
import { approvedPlaylistsOf, filtersOf } from '#web/features/catalog/playlists/playlists.queries.ts'

export const loadCourses = loads(({ cache, call, url }) => [
  cache.ensureInfiniteQueryData(approvedPlaylistsOf(call, filtersOf(url.searchParams))),
])
