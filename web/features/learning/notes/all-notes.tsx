import { Suspense, useRef, useState } from 'react'
import type { Note } from '#contract/learning/notes.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { RichText } from '#web/ui/text/rich-text.tsx'
import styles from './all-notes.module.css'
import { ExportNotes, NoteRow } from './note-row.tsx'
import { NoteTime } from './note-time.tsx'

const RemoveNote = lazyPart(async () => (await import('./remove-note.tsx')).RemoveNote)

const addressOf = ({ _id, playlist }: Note['course']) => `/watch-video/${playlist._id}/${_id}`

/** Notes by playlist and video. The group with the newest note comes first, and its newest note. */
export function AllNotes({ notes }: { notes: readonly Note[] }) {
  const area = useRef<HTMLDivElement>(null)
  const [toDelete, setToDelete] = useState<Note>()
  return (
    <div ref={area} tabIndex={-1} className={styles.groups}>
      {groupsOf(notes, ({ course }) => course.playlist).map(({ of: playlist, notes: inPlaylist }) => (
        <section key={playlist._id} className={styles.playlist} aria-label={`Notes: ${playlist.title}`}>
          <div className={styles.head}>
            <h2 dir="auto">{playlist.title}</h2>
            <ExportNotes playlist={playlist} />
          </div>
          {groupsOf(inPlaylist, ({ course }) => course).map(({ of: course, notes: inCourse }) => (
            <div key={course._id} className={styles.course}>
              <h3 dir="auto">
                <TextLink to={addressOf(course)} inline>
                  {course.videoTitle}
                </TextLink>
              </h3>
              <ul>
                {inCourse.map((note) => (
                  <NoteRow
                    key={note._id}
                    note={note}
                    time={<NoteTime note={note} address={addressOf(course)} />}
                    onRemove={setToDelete}
                  >
                    <RichText>{note.text === '' ? 'Bookmark' : note.text}</RichText>
                  </NoteRow>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
      {toDelete && (
        <Suspense>
          <RemoveNote note={toDelete} heading={() => area.current} onClose={() => setToDelete(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** In the order of the first note of each group. */
function groupsOf<Key extends { _id: string }>(notes: readonly Note[], keyOf: (note: Note) => Key) {
  return [...Map.groupBy(notes, (note) => keyOf(note)._id).values()].flatMap((group) => {
    const [first] = group
    return first ? [{ of: keyOf(first), notes: group }] : []
  })
}
