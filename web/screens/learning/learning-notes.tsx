import { useInfiniteQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { AllNotes } from '#web/features/learning/notes/all-notes.tsx'
import { allNotesOf } from '#web/features/learning/notes/notes.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LearningList } from './learning-list.tsx'

/** /learning/notes: all notes of the user, newest first. */
export function Component() {
  const user = useCurrentUser()
  const list = useInfiniteQuery({ ...allNotesOf(useCall(), viewerKey(user)), enabled: user !== null })
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? []
  return (
    <>
      <ScreenTitle screen="Notes" unlisted />
      <LearningList
        what="notes"
        list={list}
        count={notes.length}
        empty={{
          drawing: 'comments',
          title: 'No notes yet.',
          help: 'Write them in the Notes tab below a video. Each keeps the second it was written at.',
        }}
      >
        <AllNotes notes={notes} />
      </LearningList>
    </>
  )
}
