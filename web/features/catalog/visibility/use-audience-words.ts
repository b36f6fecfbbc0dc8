import type { GroupRef } from '#contract/catalog/visibility-fields.ts'
import { CHOICES, visibilityIn } from './choices.ts'
import { groupsIn } from './chosen-groups.ts'
import { useGroups } from './group-select.queries.ts'

/** How to show both versions of "Who can see it" and its groups to a user who chooses between them. */
export function useAudienceWords(stored: readonly GroupRef[], enabled: boolean) {
  const list = useGroups(enabled)
  const own = list.data?.pages.flatMap((page) => page.groups) ?? []
  const names = new Map([...own, ...stored].map(({ _id, name }) => [_id, name]))
  function wordsOf(text: string, field: string): string {
    if (field === 'visibility') return CHOICES[visibilityIn(text)].label
    if (field !== 'groups') return text
    return groupsIn(text)
      .map((id) => names.get(id) ?? 'another group')
      .join(', ')
  }
  return (mine: string, theirs: string, field: string) => ({
    mine: wordsOf(mine, field),
    theirs: wordsOf(theirs, field),
  })
}
