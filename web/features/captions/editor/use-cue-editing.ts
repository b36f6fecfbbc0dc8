import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Cue } from '#contract/captions/captions.ts'
import { readVtt } from '#contract/captions/captions-file.ts'
import { type Conflict, conflictsOf } from '#web/core/drafts/conflicts.ts'
import type { DraftPlace } from '#web/core/drafts/draft.ts'
import { type DraftState, useDraft } from '#web/core/drafts/use-draft.ts'
import type { CaptionsToEdit } from '#web/features/captions/editing.queries.ts'
import { readDraftCues, writeDraftCues } from './cue-draft.ts'
import { type Editing, startEditing } from './editing.ts'

export interface CueEditing {
  editing: Editing
  /** Takes a function of `editing.ts`. The same one on every render. */
  edit: Dispatch<SetStateAction<Editing>>
  /** The cues of the server. */
  stored: readonly Cue[]
  /** What was changed and is not saved yet. All cues are one field of it. */
  draft: DraftState
  /** Not empty when somebody else has saved other cues meanwhile. */
  conflicts: readonly Conflict[]
}

/** The cues of captions while they are edited. What the user changes is kept as a draft, which goes on at `place`. */
export function useCueEditing(
  courseId: string,
  { captions, vtt }: CaptionsToEdit,
  place: DraftPlace,
): CueEditing {
  const { language, updatedAt } = captions
  const stored = useMemo(() => readVtt(vtt), [vtt])
  const fields = useMemo(() => ({ cues: writeDraftCues(stored) }), [stored])
  const draft = useDraft('captions', `${courseId} ${language}`, { base: { updatedAt, fields }, place })
  const { version, restored, typed, base } = draft
  const begin = () => startEditing(readDraftCues(restored?.fields.cues ?? '') ?? stored)
  const [editing, edit] = useState(begin)
  const [begun, setBegun] = useState(version)
  if (begun !== version) {
    setBegun(version)
    edit(begin())
  }

  const keep = useEffectEvent((cues: Editing['cues']) => {
    const text = writeDraftCues(cues)
    const kept = (typed ?? restored)?.fields.cues
    if (text !== base?.fields.cues && text !== kept) draft.write({ cues: text })
    else if (text === base?.fields.cues && kept !== undefined) draft.remove()
  })
  useEffect(() => keep(editing.cues), [editing.cues])

  return { editing, edit, stored, draft, conflicts: conflictsOf(draft, fields) }
}
