import { data, type LoaderFunction } from 'react-router'
import { loads } from '#web/core/load.ts'
import { momentsOf } from '#web/features/search/moments.queries.ts'
import { isTooLong, searchResultsOf } from '#web/features/search/search.queries.ts'

const loadResults = loads(({ cache, call, url }) => {
  const q = url.searchParams.get('q')?.trim() ?? ''
  if (q === '') return []
  // Without them the page still has its playlists.
  return [cache.ensureInfiniteQueryData(searchResultsOf(call, q)), cache.prefetchQuery(momentsOf(call, q))]
})

/** A search text that is too long is not sent; the screen shows a message. */
export const loadSearch: LoaderFunction = (args) =>
  isTooLong(new URL(args.request.url).searchParams.get('q') ?? '')
    ? data(null, { status: 400 })
    : loadResults(args)
