import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '#web/core/app-context.tsx'
import { threadsOf } from '#web/features/comments/comments.queries.ts'
import { notesOf } from '#web/features/learning/notes/notes.queries.ts'

/** The seconds of the loaded notes and comments, which the player marks. */
export function useMarks(viewer: string, courseId: string) {
  const call = useCall()
  const notes = useInfiniteQuery(notesOf(call, viewer, courseId)).data
  const threads = useInfiniteQuery(threadsOf(call, viewer, { courseId })).data
  return useMemo(
    () => ({
      notes: notes?.pages.flatMap((page) => page.notes.map(({ at }) => at)) ?? [],
      comments:
        threads?.pages.flatMap((page) =>
          page.threads.flatMap(({ at, question, removed }) =>
            at === null || removed ? [] : [{ at, question }],
          ),
        ) ?? [],
    }),
    [notes, threads],
  )
}
