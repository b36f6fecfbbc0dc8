import { useId } from 'react'
import { formatTime } from '#contract/format.ts'
import { NoteChange } from '#contract/learning/notes.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { useSecond } from '#web/ui/feedback/use-second.ts'
import { DraftRestored } from '#web/ui/form/draft-restored.tsx'
import { TimedComposer, useComposerDraft, type WriteRequest } from '#web/ui/form/timed-composer.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './note-form.module.css'
import { useAddNote } from './notes.queries.ts'

export interface NoteFormProps {
  /** The user wants to write a note here. */
  request?: WriteRequest | undefined
  onRequestTaken?: () => void
}

/** The input is stored until the server has saved it, for each video. */
export function NoteForm(writing: NoteFormProps) {
  const { course, player } = useWatch()
  const help = useId()
  const composer = useComposerDraft(`note on ${course._id}`)
  const { draft } = composer
  const add = useAddNote(course._id, ({ text }) => draft.removeText('text', text))
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
          {draft.isRestored && <DraftRestored onDiscard={draft.discard} />}
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
