import { infiniteQueryOptions, keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { TeacherPlaylistsQuery } from '#contract/catalog/own-playlists.ts'
import type { PLAYLIST_SORTS, PlaylistsQuery } from '#contract/catalog/playlists.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { cursorPages, previousViewerData } from '#web/core/query-options.ts'

/** The first part of every key here: `invalidateQueries({ queryKey: [PLAYLISTS] })` after any change of a playlist. */
const PLAYLISTS = 'playlists'

const ONE = 'one'

type PlaylistSort = (typeof PLAYLIST_SORTS)[number]

/** The home page shows at most 3 playlists. */
const FIRST = 3

/** Eight rows of three cards. */
const PAGE = '24'

/** The newest public playlists, for the home page. */
export const firstPlaylistsOf = (call: Call) =>
  queryOptions({
    queryKey: [PLAYLISTS, 'first'],
    queryFn: ({ signal }) =>
      call('playlists.list', { query: { status: 'approved', limit: String(FIRST), view: 'card' }, signal }),
    meta: { toast: true },
  })

/** Public playlists page by page, newest first unless a sort is named; the same for everybody. */
export const approvedPlaylistsOf = (call: Call, narrowed: Pick<PlaylistsQuery, 'category' | 'sort'> = {}) =>
  infiniteQueryOptions({
    queryKey: [PLAYLISTS, 'approved', narrowed],
    queryFn: ({ signal, pageParam }) =>
      call('playlists.list', {
        query: { ...narrowed, status: 'approved', view: 'card', limit: PAGE, cursor: pageParam || undefined },
        signal,
      }),
    ...cursorPages,
    meta: { toast: true },
  })

const PUBLIC_SORTS = ['newest', 'popular', 'title'] as const satisfies PlaylistSort[]
export type PublicSort = (typeof PUBLIC_SORTS)[number]

/** The order in the address, or the newest first. */
export const sortIn = (search: URLSearchParams): PublicSort =>
  PUBLIC_SORTS.find((sort) => sort === search.get('sort')) ?? 'newest'

/** As many letters as the call takes. */
const CATEGORY_MAX = 200

/** Category and order from the address, without default values. The beginning of a too long text names no category either. */
export function filtersOf(search: URLSearchParams): { category?: string; sort?: PublicSort } {
  const category = search.get('category')?.slice(0, CATEGORY_MAX)
  const sort = sortIn(search)
  return { ...(category && { category }), ...(sort !== 'newest' && { sort }) }
}

export const isOnePlaylist = ([first, second]: QueryKey) => first === PLAYLISTS && second === ONE

/** One playlist with its courses, as the viewer may see it. A hidden one is 'Page Not Found'. */
export const playlistOf = (call: Call, playlistId: string, viewer: string) =>
  linkedPlaylistOf(call, { playlistId, key: null }, viewer)

interface Linked {
  playlistId: string
  /** Of the link that a visitor has. A user opens the link first. */
  key: string | null
}

/** The same for a visitor who has its link. */
export function linkedPlaylistOf(call: Call, { playlistId, key }: Linked, viewer: string) {
  const queryKey = [PLAYLISTS, ONE, playlistId, ...(key === null ? [] : [key]), viewer]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      call('playlists.get', { params: { playlistId }, query: { key: key ?? undefined }, signal }),
    placeholderData: previousViewerData(queryKey),
    throwOnError: isNotFound,
    meta: { toast: true },
  })
}

/** The first part of the keys of own tables. */
export const OWN_PLAYLISTS = [PLAYLISTS, 'own'] as const
const OWN_PAGE = '50'

/** The filters and the order of the table. */
export type OwnPlaylistsQuery = Partial<Pick<TeacherPlaylistsQuery, 'q' | 'stage' | 'sort' | 'needs'>>

/** A teacher's playlists: the public ones, or all of them for the teacher and an admin. */
export const teacherPlaylistsOf = (call: Call, teacherId: string, viewer: string) =>
  ofTeacher(call, { teacherId, viewer })

/** The same as cards. */
export const teacherCardsOf = (call: Call, teacherId: string, viewer: string) =>
  ofTeacher(call, { teacherId, viewer, limit: PAGE })

/** The table of a teacher's own playlists. */
export const ownPlaylistsOf = (call: Call, teacherId: string, query: OwnPlaylistsQuery) =>
  infiniteQueryOptions({
    queryKey: [...OWN_PLAYLISTS, teacherId, query],
    queryFn: ({ signal, pageParam }) =>
      call('playlists.ofTeacher', {
        params: { teacherId },
        query: { ...query, view: 'card', limit: OWN_PAGE, cursor: pageParam || undefined },
        signal,
      }),
    ...cursorPages,
    placeholderData: keepPreviousData,
    meta: { toast: true },
  })

interface OfTeacher {
  teacherId: string
  viewer: string
  limit?: string
}

function ofTeacher(call: Call, { teacherId, viewer, limit }: OfTeacher) {
  const queryKey = [PLAYLISTS, 'of', limit, teacherId, viewer]
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      call('playlists.ofTeacher', {
        params: { teacherId },
        query: { view: 'card', limit, cursor: pageParam || undefined },
        signal,
      }),
    ...cursorPages,
    placeholderData: previousViewerData(queryKey),
    meta: { toast: true },
  })
}
