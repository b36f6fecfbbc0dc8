import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { CaptionsRef } from '#contract/captions/captions.ts'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { notesOf } from '#web/features/learning/notes/notes.queries.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import type { WatchParts } from './use-watch-parts.ts'

const CourseNotes = lazyPart(
  async () => (await import('#web/features/learning/notes/course-notes.tsx')).CourseNotes,
)

const Transcript = lazyPart(async () => (await import('#web/features/captions/transcript.tsx')).Transcript)

export interface PanelProps {
  parts: WatchParts
  /** The captions that the user reads or prefers. */
  preferred: CaptionsRef | undefined
}

export function TranscriptPanel({ parts, preferred }: PanelProps) {
  const { course } = useWatch()
  return (
    <>
      <h2 className="sr">Transcript</h2>
      <Suspense
        fallback={
          <Loading what="transcript">
            <LineSkeletons count={6} />
          </Loading>
        }
      >
        <Transcript
          key={`${course._id} ${parts.words}`}
          preferred={preferred}
          searched={parts.words}
          {...parts.requestOf('transcript')}
          onNote={(quote) => parts.write('notes', { quote })}
          onAsk={(quote) => parts.write('comments', { quote })}
        />
      </Suspense>
    </>
  )
}

export function NotesPanel({ parts }: Pick<PanelProps, 'parts'>) {
  const { course } = useWatch()
  return (
    <Suspense
      fallback={
        <Loading what="notes">
          <LineSkeletons count={3} />
        </Loading>
      }
    >
      <CourseNotes key={course._id} {...parts.requestOf('notes')} />
    </Suspense>
  )
}

/** How many notes the user has in this video. */
export function useNotesCount(): number | undefined {
  const { course, viewer } = useWatch()
  return useInfiniteQuery(notesOf(useCall(), viewer, course._id)).data?.pages[0]?.total
}
