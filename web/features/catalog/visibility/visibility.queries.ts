import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { Visibility } from '#contract/catalog/visibility.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'

/** Whom a playlist is to be for. `groups` are ids. */
export interface ChosenAudience {
  visibility: Visibility
  groups: readonly string[]
}

interface Counted extends ChosenAudience {
  /** The stored playlist, if there is one: some of its learners may lose access. */
  playlistId: string | undefined
}

/** The query of `GET /api/audience`. */
export const audienceQuery = ({ visibility, groups, playlistId }: Counted) => ({
  visibility,
  groups: groups.join() || undefined,
  playlistId,
})

/** How many people find a playlist for this audience, and how many of its learners would lose it. */
export const audienceOf = (call: Call, counted: Counted) =>
  queryOptions({
    queryKey: ['audience', counted],
    queryFn: ({ signal }) => call('visibility.audience', { query: audienceQuery(counted), signal }),
    staleTime: 0,
    meta: { silent: true },
  })

/** The body of `PUT …/visibility`. */
export const changeOf = ({ visibility, groups }: ChosenAudience) => ({
  visibility,
  ...(visibility === 'groups' && { groups: [...groups] }),
})

/** Changes who can see a playlist. It holds at once, on every list. */
export function useChangeVisibility(playlistId: string) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: (audience: ChosenAudience) =>
      call('visibility.change', { params: { playlistId }, body: changeOf(audience) }),
    onSuccess: () => cache.invalidateQueries(),
  })
}

/** Replaces the link of a playlist; the old one stops working. */
export function useNewLink(playlistId: string) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: () => call('visibility.newLink', { params: { playlistId }, body: {} }),
    onSuccess: () => cache.invalidateQueries(),
  })
}
