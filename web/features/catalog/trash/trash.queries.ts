import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { inTrash } from '#contract/catalog/trash-messages.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

const PAGE = '50'

/** What the teacher has deleted, newest first. */
export const trashOf = (call: Call, viewer: string) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: ['trash', viewer],
    queryFn: ({ pageParam, signal }) =>
      call('trash.list', { query: { limit: PAGE, cursor: pageParam || undefined }, signal }),
    refetchOnMount: 'always',
    meta: { toast: true },
  })

export interface Restored {
  trashId: string
  /** Of a batch: what was deleted at once with it. */
  others?: string[]
  /** Its title; of a batch, how many videos it has. */
  title: string
}

/** Restores something from the trash. It can appear on any screen, so all queries are invalidated. */
export function useRestore() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: ({ trashId, others }: Restored) =>
      call('trash.restore', { params: { trashId }, body: { ...(others && { others }) } }),
    onSuccess: async (_, restored) => {
      notify.success(restoredText(restored), { timeout: SCREEN_TOAST_MS })
      await cache.invalidateQueries()
    },
  })
}

function restoredText({ title, others }: Restored): string {
  if (others === undefined) return `“${title}” is restored.`
  return `${title} ${others.length > 0 ? 'are' : 'is'} restored.`
}

/** Says after a deletion where the thing is, with Undo. */
export function useNotifyTrashed() {
  const restore = useRestore()
  return (trashed: Restored, text = inTrash(trashed.title)) =>
    notify.success(text, {
      timeout: UNDO_MS,
      action: { label: 'Undo', run: () => restore.mutate(trashed) },
    })
}

/** How long Undo stays. */
const UNDO_MS = 10_000

/** Deletes one thing of the trash for good. */
export function useDeleteForGood() {
  const call = useCall()
  return useWrite({
    mutationFn: (trashId: string) => call('trash.remove', { params: { trashId } }),
    onSuccess: useInvalidateTrash(),
  })
}

/** Deletes everything in the trash for good. */
export function useEmptyTrash() {
  const call = useCall()
  return useWrite({ mutationFn: () => call('trash.empty'), onSuccess: useInvalidateTrash() })
}

function useInvalidateTrash() {
  const cache = useQueryClient()
  return async () => {
    await cache.invalidateQueries({ queryKey: ['trash'] })
    await cache.invalidateQueries({ queryKey: ['uploads', 'space'] })
  }
}
