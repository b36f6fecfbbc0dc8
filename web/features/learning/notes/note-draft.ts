import { NoteChange } from '#contract/learning/notes.ts'

/** The part of a note that the user writes. */
export const NoteDraft = NoteChange
