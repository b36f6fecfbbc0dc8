import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallInput } from '#contract/api.ts'
import type { Import } from '#contract/people/imports.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useUserEvents } from '#web/core/use-user-events.ts'
import { useWrite } from '#web/core/use-write.ts'

const importKey = (importId: string) => ['import', importId]

/** A checked file and how far its people are invited. */
export const importOf = (call: Call, importId: string) =>
  queryOptions({
    queryKey: importKey(importId),
    queryFn: ({ signal }) => call('imports.get', { params: { importId }, signal }),
    staleTime: 0,
  })

/** Checks a file. Nobody is invited yet. */
export function useCheckFile() {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: (image: File) => call('imports.check', { image }),
    onSuccess: (checked) => cache.setQueryData<Import>(importKey(checked._id), checked),
  })
}

/** Starts to invite the people of a file. */
export function useStartImport(importId: string) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: (body: NonNullable<CallInput<'imports.start'>['body']>) =>
      call('imports.start', { params: { importId }, body }),
    onSuccess: ({ state, done, total }) => update(cache, importId, { state, done, total }),
    onError: () => cache.invalidateQueries({ queryKey: importKey(importId) }),
  })
}

type Cache = ReturnType<typeof useQueryClient>

/** An answer may be older than an event. */
function update(cache: Cache, importId: string, progress: Pick<Import, 'state' | 'done' | 'total'>): void {
  cache.setQueryData<Import>(importKey(importId), (now) =>
    now && (now.done <= progress.done || now.state === 'checked') ? { ...now, ...progress } : now,
  )
}

/** Follows the progress of an import while the screen is open. */
export function useImportProgress(importId: string): void {
  const cache = useQueryClient()
  useUserEvents((event) => {
    if (event.type === 'import' && event.importId === importId) {
      update(cache, importId, event)
      if (event.state === 'done') void cache.invalidateQueries({ queryKey: ['invitations'] })
    }
    if (event.type === 'reset') void cache.invalidateQueries({ queryKey: importKey(importId) })
  })
}

/** The CSV file with the links of an import. */
export function useLinksFile(importId: string) {
  const call = useCall()
  return useWrite({ mutationFn: () => call('imports.links', { params: { importId } }) })
}
