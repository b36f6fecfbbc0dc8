import { useMemo } from 'react'
import { DECISION_STATES, type DecisionState } from '#contract/review/decisions.ts'
import { UnsentNote } from '#contract/review/rounds.ts'
import type { Draft } from '#web/core/drafts/draft.ts'
import { useDraft } from '#web/core/drafts/use-draft.ts'
import { DESK_NOTES } from './draft-kinds.ts'
import type { Choices } from './round-decision.ts'

/** The notes about a playlist and the decisions about single videos, kept as a draft until they are sent. */
export function useUnsentNotes(playlistId: string) {
  const draft = useDraft(DESK_NOTES, playlistId)
  const fields = (draft.typed ?? draft.restored)?.fields
  const choices = useMemo((): Choices => ({ notes: notesIn(fields), own: ownIn(fields) }), [fields])
  const { notes, own } = choices

  function write(changed: Choices): void {
    if (changed.notes.length + changed.own.size === 0) draft.remove()
    else
      draft.write({
        notes: JSON.stringify(changed.notes),
        ...Object.fromEntries([...changed.own].map(([id, state]) => [`${VIDEO}${id}`, state])),
      })
  }
  return {
    ...choices,
    draft,
    add: (note: Omit<UnsentNote, 'key'>) =>
      write({ notes: [...notes, { ...note, key: Math.max(0, ...notes.map(({ key }) => key)) + 1 }], own }),
    replace: (note: UnsentNote) =>
      write({ notes: notes.map((each) => (each.key === note.key ? note : each)), own }),
    remove: ({ key }: UnsentNote) => write({ notes: notes.filter((each) => each.key !== key), own }),
    decide(courseId: string, state: DecisionState | undefined): void {
      const changed = new Map(own)
      if (state === undefined) changed.delete(courseId)
      else changed.set(courseId, state)
      write({ notes, own: changed })
    },
  }
}

export type UnsentNotes = ReturnType<typeof useUnsentNotes>

/** Begins the name of the field with the decision about a video. */
const VIDEO = 'video '

function notesIn(fields: Draft['fields'] | undefined): readonly UnsentNote[] {
  try {
    return UnsentNote.array().parse(JSON.parse(fields?.notes ?? '[]'))
  } catch {
    // A former version of this page may have stored another shape.
    return []
  }
}

const ownIn = (fields: Draft['fields'] = {}): Choices['own'] =>
  new Map(
    Object.entries(fields).flatMap(([name, text]) => {
      const state = DECISION_STATES.find((each) => each === text)
      return name.startsWith(VIDEO) && state ? [[name.slice(VIDEO.length), state]] : []
    }),
  )
