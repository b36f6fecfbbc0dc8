import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { Captions } from '#contract/captions/captions.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useReadAfterConflict } from '#web/core/use-read-after-conflict.ts'
import { useWrite } from '#web/core/use-write.ts'

/** The captions of an own course, by language. */
export const captionsOf = (call: Call, viewer: string, courseId: string) =>
  queryOptions({
    queryKey: ['captions', courseId, viewer],
    queryFn: async ({ signal }) => (await call('captions.list', { params: { courseId }, signal })).captions,
    staleTime: 0,
  })

/** Captions with their file, as the editor needs them. */
export interface CaptionsToEdit {
  captions: Captions
  vtt: string
}

/** The captions to edit, `null` when there are none. The file is read last, so it is never older than their `updatedAt`. */
export const captionsToEdit = (call: Call, viewer: string, { courseId, language }: InLanguage) =>
  queryOptions({
    queryKey: ['captions', courseId, viewer, language],
    queryFn: async ({ signal }): Promise<CaptionsToEdit | null> => {
      const list = await call('captions.list', { params: { courseId }, signal })
      const captions = list.captions.find((each) => each.language === language)
      if (!captions) return null
      return { captions, vtt: await call('captions.file', { params: { courseId, language }, signal }) }
    },
    staleTime: 0,
  })

interface InLanguage {
  courseId: string
  language: string
}

interface SavedFile {
  language: string
  file: Blob
  label?: string
  /** The file is the stored one with other cues. */
  edited?: 'true'
  /** The version that was changed. */
  updatedAt?: string
}

/** Adds or replaces captions. Everything that shows them is read again, which a form with a draft does not wait for. */
export function useSaveCaptions(courseId: string) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { form: true },
    mutationFn: ({ language, file, ...body }: SavedFile) =>
      call('captions.save', { params: { courseId, language }, body, image: file }),
    onSuccess: () => {
      void cache.invalidateQueries()
    },
    onError: useReadAfterConflict(),
  })
}

export function useRemoveCaptions(courseId: string) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    mutationFn: ({ language }: { language: string }) =>
      call('captions.remove', { params: { courseId, language } }),
    onSuccess: () => cache.invalidateQueries(),
  })
}

/** Saves the captions as a file on the user's machine. */
export function useDownloadCaptions(courseId: string) {
  const call = useCall()
  return useWrite({
    mutationFn: ({ language }: { language: string }) =>
      call('captions.file', { params: { courseId, language } }),
  })
}
