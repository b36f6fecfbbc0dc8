import { type Query, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { Following } from '#contract/reactions/follows.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'

const FOLLOWS = 'follows'

/** The teachers and playlists that the user follows. */
export const followingOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [FOLLOWS, viewer],
    queryFn: ({ signal }) => call('follows.list', { signal }),
    meta: { silent: true },
  })

/** What can be followed. */
export type Followed = { kind: 'teacher' | 'playlist'; id: string }

export function isFollowed(following: Following | undefined, { kind, id }: Followed): boolean {
  return following?.[`${kind}s`].includes(id) ?? false
}

/** Follows or unfollows. The cache, with the number of followers, changes at once and is restored after a failure. */
export function useFollow(viewer: string, { kind, id }: Followed) {
  const call = useCall()
  const cache = useQueryClient()
  const { queryKey } = followingOf(call, viewer)
  return useWrite({
    meta: { news: { kind: 'follow' } },
    mutationFn: (follow: boolean) =>
      kind === 'teacher'
        ? call(follow ? 'follows.followTeacher' : 'follows.unfollowTeacher', { params: { teacherId: id } })
        : call(follow ? 'follows.followPlaylist' : 'follows.unfollowPlaylist', {
            params: { playlistId: id },
          }),
    onMutate: (follow) => {
      const counted = { predicate: ({ state }: Query) => isCounted(state.data) && state.data._id === id }
      const before = [[queryKey, cache.getQueryData(queryKey)] as const, ...cache.getQueriesData(counted)]
      cache.setQueryData(queryKey, (known) => known && setFollowed(known, { kind, id }, follow))
      cache.setQueriesData(counted, (known) => isCounted(known) && changeFollowers(known, follow))
      return before
    },
    onError: (_error, _follow, before = []) => {
      for (const [key, data] of before) cache.setQueryData(key, data)
    },
    onSuccess: ({ following }) => cache.setQueryData(queryKey, following),
  })
}

/** Reads again whom the user follows, and every number of followers. */
export function refetchFollows(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: [FOLLOWS] })
  void cache.invalidateQueries({ predicate: ({ state }) => isCounted(state.data) })
}

/** A teacher or playlist whose followers are shown. */
type Counted = { _id: string; followersCount: number }

const isCounted = (data: unknown): data is Counted =>
  typeof data === 'object' && data !== null && '_id' in data && 'followersCount' in data

const changeFollowers = (counted: Counted, follow: boolean): Counted => ({
  ...counted,
  followersCount: counted.followersCount + (follow ? 1 : -1),
})

function setFollowed(following: Following, { kind, id }: Followed, follow: boolean): Following {
  const list = `${kind}s` as const
  const others = following[list].filter((each) => each !== id)
  return { ...following, [list]: follow ? [id, ...others] : others }
}
