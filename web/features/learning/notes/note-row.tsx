import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { formatTime } from '#contract/format.ts'
import { NOTE_TEXT } from '#contract/learning/note-text.ts'
import type { Note } from '#contract/learning/notes.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { TimedComposer } from '#web/ui/form/timed-composer.tsx'
import { useTextEditing } from '#web/ui/form/use-text-editing.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { MoreMenu } from '#web/ui/overlay/more-menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './note-row.module.css'
import { useEditNote, useExportNotes } from './notes.queries.ts'

/** What messages call it. */
export const nameOf = ({ bookmark }: Pick<Note, 'bookmark'>) => (bookmark ? 'bookmark' : 'note')

interface NoteRowProps {
  note: Note
  /** The link to its second. */
  time: ReactNode
  /** The text with its links. */
  children: ReactNode
  /** The user has asked elsewhere to write here. */
  isAsked?: boolean
  onAskTaken?: (() => void) | undefined
  /** Opens the dialog that confirms the removal. */
  onRemove: (note: Note) => void
}

/** A note or bookmark in view or edit mode. */
export function NoteRow({ note, time, children, isAsked = false, onAskTaken, onRemove }: NoteRowProps) {
  const text = useTextEditing('note', note._id, note.text)
  const edit = useEditNote(note, text.draft.remove)
  const name = `${nameOf(note)} at ${formatTime(note.at)}`
  const takeAsk = useEffectEvent(() => {
    text.open()
    onAskTaken?.()
  })
  useEffect(() => {
    if (isAsked) takeAsk()
  }, [isAsked])

  return (
    <li className={styles.row} aria-busy={edit.isPending || undefined}>
      {time}
      <div className={styles.body}>
        {text.editing ? (
          <NoteEditor label={`Edit your ${name}`} text={text} edit={edit} />
        ) : (
          <>
            {note.bookmark ? <BookmarkWords words={note.words} /> : children}
            <div className={styles.foot}>
              <RelativeTime className={styles.day} at={note.createdAt} />
              {note.bookmark && (
                <button type="button" className={styles.add} onClick={text.open}>
                  Add a note
                </button>
              )}
            </div>
          </>
        )}
      </div>
      {!text.editing && (
        <MoreMenu
          name={name}
          buttonRef={text.editButton}
          items={[
            { label: note.bookmark ? 'Add a note' : 'Edit', icon: <Icon name="edit" />, run: text.open },
            { label: 'Delete', icon: <Icon name="trash" />, danger: true, run: () => onRemove(note) },
          ]}
        />
      )}
    </li>
  )
}

/** The words spoken at the second of a bookmark. */
function BookmarkWords({ words }: { words: string | undefined }) {
  return (
    <p className={styles.bookmark}>
      <Icon name="bookmark" size="sm" />
      Bookmark
      {words !== undefined && (
        <>
          {' · '}
          <bdi>{words}</bdi>
        </>
      )}
    </p>
  )
}

interface NoteEditorProps {
  label: string
  text: ReturnType<typeof useTextEditing>
  edit: ReturnType<typeof useEditNote>
}

function NoteEditor({ label, text: { editing, draft, composer, close, reopen }, edit }: NoteEditorProps) {
  return (
    <TimedComposer
      key={draft.version}
      {...composer}
      rule={NOTE_TEXT}
      label={label}
      first={editing}
      isPending={edit.isPending}
      onSend={({ text }) => {
        close()
        edit.mutate(text, { onError: (error) => reopen(text, error) })
      }}
    >
      <DraftLine draft={draft} />
      <Button size="sm" variant="ghost" onClick={composer.onCancel}>
        Cancel
      </Button>
      <Button size="sm" type="submit" variant="primary">
        Save
      </Button>
    </TimedComposer>
  )
}

/** Downloads the user's notes in a playlist. */
export function ExportNotes({ playlist }: { playlist: { _id: string; title: string } }) {
  const { mutate, isPending } = useExportNotes(playlist)
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isPending}
      aria-label={`Export notes: ${playlist.title}`}
      onClick={() => mutate()}
    >
      <Icon name="download" />
      Export notes
    </Button>
  )
}
