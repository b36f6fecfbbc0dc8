import { data, type LoaderFunction } from 'react-router'
import { loads } from '#web/core/load.ts'
import { isTooLong, searchResultsOf } from '#web/features/search/search.queries.ts'

const loadResults = loads(({ cache, call, url }) => {
  const q = url.searchParams.get('q')?.trim() ?? ''
  return q === '' ? [] : [cache.ensureInfiniteQueryData(searchResultsOf(call, q))]
})

/** A search text that is too long is not sent; the screen shows a message. */
export const loadSearch: LoaderFunction = (args) =>
  isTooLong(new URL(args.request.url).searchParams.get('q') ?? '')
    ? data(null, { status: 400 })
    : loadResults(args)
