import { loads } from '#web/core/load.ts'
import { foundPlaylistsOf } from '#web/features/search/search.queries.ts'

export const loadSearch = loads(({ cache, call, url }) => {
  const q = url.searchParams.get('q')?.trim() ?? ''
  return q === '' ? [] : [cache.ensureInfiniteQueryData(foundPlaylistsOf(call, q))]
})
