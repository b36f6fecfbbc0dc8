import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useId, useRef, useState } from 'react'
import { countOf, formatTime } from '#contract/format.ts'
import { type Note, NoteChange } from '#contract/learning/notes.ts'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { useSecond } from '#web/ui/feedback/use-second.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { TimedComposer, useComposerDraft, type WriteRequest } from '#web/ui/form/timed-composer.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import { TimeLink } from '#web/ui/text/time-link.tsx'
import { TimedText } from '#web/ui/text/timed-text.tsx'
import styles from './course-notes.module.css'
import { ExportNotes, NoteRow } from './note-row.tsx'
import { notesOf, useAddNote } from './notes.queries.ts'

const RemoveNote = lazyPart(async () => (await import('./remove-note.tsx')).RemoveNote)

/** The user's notes on a video, and the form for another one. */
export function CourseNotes(form: NoteFormProps) {
  const { course, viewer, player } = useWatch()
  const list = useInfiniteQuery(notesOf(useCall(), viewer, course._id))
  const heading = useRef<HTMLHeadingElement>(null)
  const [toDelete, setToDelete] = useState<Note>()
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? []
  const total = list.data?.pages[0]?.total ?? 0

  return (
    <section aria-label="Notes">
      <NoteForm {...form} />
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          Your notes in this video
        </h2>
        {notes.length > 0 && <ExportNotes playlist={course.playlist} />}
      </div>
      <p className="sr" role="status">
        {list.isSuccess && countOf(total, 'note')}
      </p>
      {list.isPending && (
        <Loading what="notes">
          <LineSkeletons count={3} />
        </Loading>
      )}
      {list.isError && notes.length === 0 && (
        <LoadFailed drawing="comments" small error={list.error} onRetry={() => list.refetch()} />
      )}
      {list.isSuccess && notes.length === 0 && (
        <EmptyState
          drawing="comments"
          small
          title="No notes in this video yet."
          help="A note keeps the second it was written at, so that you find back to it."
        />
      )}
      <ul>
        {notes.map((note) => (
          <NoteRow
            key={note._id}
            note={note}
            time={
              <TimeLink at={note.at} pill onSeek={player.seek}>
                <Icon name="play" />
                {formatTime(note.at)}
              </TimeLink>
            }
            onRemove={setToDelete}
          >
            <TimedText duration={course.durationSeconds ?? null} onSeek={player.seek}>
              {note.text}
            </TimedText>
          </NoteRow>
        ))}
      </ul>
      {list.hasNextPage && (
        <ShowMore block list={list}>
          Show more notes
        </ShowMore>
      )}
      {toDelete && (
        <Suspense>
          <RemoveNote
            note={toDelete}
            heading={() => heading.current}
            onClose={() => setToDelete(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface NoteFormProps {
  /** The user wants to write a note here. */
  request?: WriteRequest | undefined
  onRequestTaken?: () => void
}

/** The input is stored until the server has saved it, for each video. */
export function NoteForm(writing: NoteFormProps) {
  const { course, player } = useWatch()
  const help = useId()
  const composer = useComposerDraft('note on', course._id)
  const { draft } = composer
  const add = useAddNote(course._id, draft.remove)
  return (
    <TimedComposer
      key={draft.version}
      {...composer}
      {...writing}
      position={player.position}
      className={styles.box}
      schema={NoteChange}
      label="Your note"
      placeholder="Write what you want to remember..."
      describedBy={help}
      isPending={add.isPending}
      onSend={add.mutate}
    >
      {(second) => (
        <>
          <DraftLine draft={draft} />
          <span id={help} className={styles.help}>
            Only you can see your notes. The video plays on while you type.
          </span>
          <SaveButton position={second} busy={add.isPending} />
        </>
      )}
    </TimedComposer>
  )
}

/** Alone, because it changes every second. */
function SaveButton({ position, busy }: { position: () => number; busy: boolean }) {
  return (
    <Button type="submit" variant="primary" busy={busy}>
      Save note at {formatTime(useSecond(position))}
    </Button>
  )
}
