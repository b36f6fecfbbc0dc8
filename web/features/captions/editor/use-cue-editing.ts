import { type Dispatch, type SetStateAction, useState } from 'react'
import type { Cue } from '#contract/captions/captions.ts'
import { readVtt } from '#contract/captions/captions-file.ts'
import { type Editing, startEditing } from './editing.ts'

export interface CueEditing {
  editing: Editing
  /** Takes a function of `editing.ts`. The same one on every render. */
  edit: Dispatch<SetStateAction<Editing>>
  /** The cues of the server. */
  stored: readonly Cue[]
  /** Whether there is something to save. */
  isChanged: boolean
}

/** The cues of a WebVTT file while they are edited. */
export function useCueEditing(vtt: string): CueEditing {
  const [first] = useState(() => startEditing(readVtt(vtt)))
  const [editing, edit] = useState(first)
  return { editing, edit, stored: first.cues, isChanged: editing.cues !== first.cues }
}
