import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import type { Group } from '#contract/people/groups.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { useWrite } from '#web/core/use-write.ts'

/** The first element of every query key in this file. */
const GROUPS = 'groups'
/** The beginning of the keys of lists. */
export const GROUP_LISTS = [GROUPS, 'list']
const PAGE = '50'
const CARDS = '24'

interface ListFilter {
  q?: string
  /** For an admin: only the groups that they are in. */
  own?: 'true'
}

/** Groups by name. */
export const groupsOf = (call: Call, viewer: string, filter: ListFilter) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [...GROUP_LISTS, viewer, filter],
    queryFn: ({ pageParam, signal }) =>
      call('groups.list', { query: { ...filter, limit: PAGE, cursor: pageParam || undefined }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

/** The most that the server sends at once. */
const ALL_PAGE = '200'

/** All groups by name, for a choice. */
export const allGroupsOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [GROUPS, 'all', viewer],
    queryFn: async ({ signal }) => {
      const groups: Group[] = []
      let cursor: string | null | undefined
      do {
        const page = await call('groups.list', {
          query: { limit: ALL_PAGE, cursor: cursor ?? undefined },
          signal,
        })
        groups.push(...page.groups)
        cursor = page.nextCursor
      } while (cursor !== null)
      return groups
    },
  })

interface GroupFilter {
  groupId: string
  viewer: string
  /** Words in the names of members. */
  q?: string
}

/** A group with its members, page by page. A group that the viewer does not see is 'Page Not Found'. */
export const groupOf = (call: Call, { groupId, viewer, q = '' }: GroupFilter) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [GROUPS, 'one', groupId, viewer, q],
    queryFn: ({ pageParam, signal }) =>
      call('groups.get', {
        params: { groupId },
        query: { limit: PAGE, cursor: pageParam || undefined, ...(q && { q }) },
        signal,
      }),
    // The previous members stay visible while a search loads, but never those of another group.
    placeholderData: (previous, query) => (query?.queryKey[2] === groupId ? previous : undefined),
    throwOnError: isNotFound,
  })

/** The playlists that are open to a group, newest first, page by page. */
export const groupPlaylistsOf = (call: Call, { groupId, viewer }: Omit<GroupFilter, 'q'>) =>
  infiniteQueryOptions({
    queryKey: [GROUPS, 'playlists', groupId, viewer],
    queryFn: ({ pageParam, signal }) =>
      call('groups.get', {
        params: { groupId },
        query: { limit: CARDS, playlistsCursor: pageParam || undefined },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ playlistsNextCursor }) => playlistsNextCursor ?? undefined,
    refetchOnMount: 'always',
    throwOnError: isNotFound,
  })

/** People who can be added to a group. */
export const candidatesOf = (call: Call, groupId: string, q: string) =>
  queryOptions({
    queryKey: [GROUPS, 'people', groupId, q],
    queryFn: ({ signal }) => call('groups.people', { params: { groupId }, query: { q }, signal }),
    placeholderData: keepPreviousData,
    meta: { toast: true },
  })

type Draft = NonNullable<CallInput<'groups.create'>['body']>

export function useAddGroup() {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: Draft) => call('groups.create', { body }),
    onSuccess: useInvalidateGroups(),
  })
}

export function useChangeGroup({ _id }: Pick<Group, '_id'>) {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    mutationFn: (body: Partial<Draft>) => call('groups.update', { params: { groupId: _id }, body }),
    onSuccess: useInvalidateGroups(),
  })
}

export function useDeleteGroup({ _id }: Pick<Group, '_id'>) {
  const call = useCall()
  return useWrite({ mutationFn: () => call('groups.remove', { params: { groupId: _id } }) })
}

export function useAddPeople({ _id }: Pick<Group, '_id'>) {
  const call = useCall()
  return useWrite({
    scope: { id: `add to ${_id}` },
    mutationFn: (ids: string[]) => call('groups.add', { params: { groupId: _id }, body: { ids } }),
    onSuccess: useInvalidateGroups(),
  })
}

interface MemberChange {
  personId: string
  lead?: boolean
}

/** Adds one person, or makes them a lead or not. */
export function useSetMember({ _id }: Pick<Group, '_id'>) {
  const call = useCall()
  return useWrite({
    scope: { id: `members of ${_id}` },
    mutationFn: ({ personId, lead }: MemberChange) =>
      call('groups.setMember', {
        params: { groupId: _id, personId },
        body: { ...(lead !== undefined && { lead }) },
      }),
    onSuccess: useInvalidateGroups(),
  })
}

export function useRemoveMember({ _id }: Pick<Group, '_id'>) {
  const call = useCall()
  return useWrite({
    scope: { id: `members of ${_id}` },
    mutationFn: (memberId: string) => call('groups.removeMember', { params: { groupId: _id, memberId } }),
    onSuccess: useInvalidateGroups(),
  })
}

/** Reads again what the screen shows of groups, and the rest when it is next needed. */
function useInvalidateGroups() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: [GROUPS] })
}
