import { data, type LoaderFunction } from 'react-router'
import { type AppContext, appContextOf } from '#web/core/app-context.tsx'
import { loads } from '#web/core/load.ts'
import { teacherOf, usersOf } from '#web/features/account/users/users.queries.ts'
import { LINK_KEY } from '#web/features/catalog/courses/course-links.ts'
import {
  approvedPlaylistsOf,
  filtersOf,
  firstPlaylistsOf,
  linkedPlaylistOf,
  teacherCardsOf,
} from '#web/features/catalog/playlists/playlists.queries.ts'
import { siteFiguresOf } from '#web/features/insight/figures.queries.ts'
import { homeOf } from '#web/features/learning/home/home.queries.ts'
import { isTooLong, momentsOf, searchResultsOf } from '#web/features/search/search.queries.ts'
import { teacherSearchText, teachersOf } from '#web/features/search/teacher-search.queries.ts'

export const loadHome = loads(({ cache, call, site, viewer, session }) => [
  cache.ensureQueryData(firstPlaylistsOf(call)),
  ...countsOf({ cache, call, site }),
  // A user who has just watched or followed something sees it.
  ...(session.current() ? [cache.prefetchQuery(homeOf(call, viewer)), import('./home-personal.tsx')] : []),
])

export const loadAbout = loads(({ cache, call, site }) => [
  cache.ensureInfiniteQueryData(usersOf(call, { quoted: site.figures === 'real' })),
  ...countsOf({ cache, call, site }),
])

/** What is counted, unless the figures are fixed. Pages show blanks without it. */
const countsOf = ({ cache, call, site }: Pick<AppContext, 'cache' | 'call' | 'site'>) =>
  site.figures === 'real' ? [cache.prefetchQuery(siteFiguresOf(call))] : []

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

export const loadCourses = loads(({ cache, call, url }) => [
  cache.ensureInfiniteQueryData(approvedPlaylistsOf(call, filtersOf(url.searchParams))),
])

/** Opens the link that the address has, for a logged-in user. A visitor keeps its key. */
export const openLink: LoaderFunction = async (args) =>
  args.url.searchParams.has(LINK_KEY) && appContextOf(args.context).session.current()
    ? (await import('./open-link.ts')).openLink(args)
    : null

const loadOnePlaylist = loads(({ cache, call, params: { playlistId = '' }, url, viewer }) => [
  cache.ensureQueryData(linkedPlaylistOf(call, { playlistId, key: url.searchParams.get(LINK_KEY) }, viewer)),
])

export const loadPlaylist: LoaderFunction = async (args) => (await openLink(args)) ?? loadOnePlaylist(args)

export const loadTeacher = loads(({ cache, call, params, viewer }) => {
  const { teacherId = '' } = params
  return [
    cache.ensureQueryData(teacherOf(call, teacherId, viewer)),
    cache.ensureInfiniteQueryData(teacherCardsOf(call, teacherId, viewer)),
  ]
})

export const loadTeachers = loads(({ cache, call, url }) => [
  cache.ensureInfiniteQueryData(teachersOf(call, teacherSearchText(url.searchParams.get('q') ?? '') ?? '')),
])
