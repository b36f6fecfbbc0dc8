import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { countOf } from '#contract/format.ts'
import { NOTE_TEXT } from '#contract/learning/note-text.ts'
import type { Note } from '#contract/learning/notes.ts'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useComposedVideo, useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { useWrittenSeconds } from '#web/features/catalog/courses/written-seconds.tsx'
import { usePauseWhileTyping } from '#web/features/video/player/use-pause-while-typing.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import {
  type SendCallbacks,
  type Sent,
  TimedComposer,
  useComposerDraft,
} from '#web/ui/form/timed-composer.tsx'
import type { WriteRequest } from '#web/ui/form/written.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import { KeyCap } from '#web/ui/text/key-cap.tsx'
import { TimedText } from '#web/ui/text/timed-text.tsx'
import styles from './course-notes.module.css'
import { ExportNotes, NoteRow } from './note-row.tsx'
import { NoteTime } from './note-time.tsx'
import { notesOf, useAddNote } from './notes.queries.ts'

const RemoveNote = lazyPart(async () => (await import('./remove-note.tsx')).RemoveNote)

interface CourseNotesProps {
  /** The user wants to write here: a new note, or the one to the bookmark with this id. */
  request?: (WriteRequest & { noteId?: string | undefined }) | undefined
  onRequestTaken?: () => void
}

/** The user's notes on a video, and the form for another one. */
export function CourseNotes({ request, onRequestTaken }: CourseNotesProps) {
  const { course, viewer, player } = useWatch()
  const list = useInfiniteQuery(notesOf(useCall(), viewer, course._id))
  const heading = useRef<HTMLHeadingElement>(null)
  const [toDelete, setToDelete] = useState<Note>()
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? []
  const total = list.data?.pages[0]?.total ?? 0

  return (
    <section aria-label="Notes">
      <NoteForm
        request={request?.noteId === undefined ? request : undefined}
        onRequestTaken={onRequestTaken}
      />
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
          help="A note keeps the second at which you began it, so that you find back to it."
        />
      )}
      <ul>
        {notes.map((note) => (
          <NoteRow
            key={note._id}
            note={note}
            time={<NoteTime note={note} onSeek={player.seek} />}
            isAsked={note._id === request?.noteId}
            onAskTaken={onRequestTaken}
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
      <p className={styles.help}>
        <Icon name="bookmark" size="sm" />B sets a bookmark. Only you see your notes.
      </p>
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
  onRequestTaken?: (() => void) | undefined
}

/** The input is stored until the server has saved it, for each video. */
export function NoteForm(writing: NoteFormProps) {
  const { course, viewer, player } = useWatch()
  const composer = useComposerDraft('note on', course._id)
  const { draft } = composer
  const add = useAddNote(course._id, draft.remove)
  const pause = usePauseWhileTyping(viewer, player.control)
  const { show } = useWrittenSeconds()

  function send({ text, at }: Sent, { onSuccess, onError }: SendCallbacks): void {
    add.mutate(
      { text, at },
      {
        onSuccess: () => {
          onSuccess()
          pause.end()
        },
        onError,
      },
    )
  }

  return (
    <TimedComposer
      key={draft.version}
      {...composer}
      {...writing}
      video={useComposedVideo()}
      className={styles.box}
      rule={NOTE_TEXT}
      label="Your note"
      placeholder="Write what you want to remember..."
      onSecond={(at) => show('note', at)}
      onBegin={pause.begin}
      isPending={add.isPending}
      onSend={send}
    >
      <Switch checked={pause.isOn} onChange={pause.turn}>
        Pause while I type
      </Switch>
      <Button type="submit" variant="primary" busy={add.isPending} aria-keyshortcuts="Control+Enter">
        Save note
        <KeyCap>Ctrl ↵</KeyCap>
      </Button>
      <DraftLine draft={draft} />
    </TimedComposer>
  )
}
