import { data, type LoaderFunction } from 'react-router'
import { loads } from '#web/core/load.ts'
import { foundPlaylistsOf, isTooLong } from '#web/features/search/search.queries.ts'

const loadFound = loads(({ cache, call, url }) => {
  const q = url.searchParams.get('q')?.trim() ?? ''
  return q === '' ? [] : [cache.ensureInfiniteQueryData(foundPlaylistsOf(call, q))]
})

/** What is too long is not asked for; the screen says so. */
export const loadSearch: LoaderFunction = (asked) =>
  isTooLong(new URL(asked.request.url).searchParams.get('q') ?? '')
    ? data(null, { status: 400 })
    : loadFound(asked)
