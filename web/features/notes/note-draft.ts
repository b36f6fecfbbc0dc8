import { z } from 'zod'
import { NoteText } from '#contract/notes.ts'

/** The part of a note that the user writes. */
export const NoteDraft = z.object({ text: NoteText })
