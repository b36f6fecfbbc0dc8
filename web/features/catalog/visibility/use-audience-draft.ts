import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { CHOOSE_GROUP } from '#contract/catalog/visibility.ts'
import type { GroupRef } from '#contract/catalog/visibility-fields.ts'
import type { FormDraft } from '#web/core/drafts/use-form-draft.ts'
import type { FormErrors } from '#web/ui/form/form-errors.ts'
import { visibilityIn } from './choices.ts'
import { groupsIn, groupsText } from './chosen-groups.ts'
import type { ChosenAudience } from './visibility.queries.ts'

/** Turns the audience of the stored playlist into the texts of the form's fields. */
export const audienceTexts = (playlist: Playlist | undefined) => ({
  visibility: playlist?.visibility ?? 'public',
  groups: groupsText(playlist?.groups?.map(({ _id }) => _id) ?? []),
})

/** The choice of "Who can see it" in the form of a playlist, as the draft has it. */
export function useAudienceDraft(playlist: Playlist | undefined, draft: FormDraft) {
  // What the user sees when the form opens: a change of somebody else is not one of this form.
  const [stored] = useState(() => audienceTexts(playlist))
  const [visibility, setVisibility] = useState(() =>
    visibilityIn(draft.text('visibility', stored.visibility)),
  )
  const [groups, setGroups] = useState<readonly string[]>(() => groupsIn(draft.text('groups', stored.groups)))
  const hasGroups = visibility === 'groups'
  const chosen = useMemo<ChosenAudience>(
    () => ({ visibility, groups: hasGroups ? groups : [] }),
    [visibility, hasGroups, groups],
  )
  const errors: FormErrors = hasGroups && groups.length === 0 ? { groups: CHOOSE_GROUP } : {}
  return {
    chosen,
    isChanged: visibility !== stored.visibility || (hasGroups && groupsText(groups) !== stored.groups),
    errors,
    field: {
      visibility,
      groups,
      stored: playlist?.groups ?? NO_GROUPS,
      onVisibility: setVisibility,
      onGroups(next: readonly string[]) {
        flushSync(() => setGroups(next))
        draft.store()
      },
    },
  }
}

const NO_GROUPS: readonly GroupRef[] = []
