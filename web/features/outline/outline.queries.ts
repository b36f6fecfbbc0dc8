import { useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'

type Grid = NonNullable<CallInput<'outline.grid'>['body']>
export type CellChanges = Grid['changes'][number]

/** Saves changed texts and sections of some courses, all or none. The caller shows errors. */
export function useSaveGrid(playlistId: string) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: (changes: CellChanges[]) =>
      call('outline.grid', { params: { playlistId }, body: { changes } }),
    onSettled: () => cache.invalidateQueries(),
  })
}
