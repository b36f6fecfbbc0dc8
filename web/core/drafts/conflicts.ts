import type { Draft } from './draft.ts'
import type { DraftState } from './use-draft.ts'

/** A field that somebody else has saved since the draft was begun. */
export interface Conflict {
  name: string
  mine: string
  theirs: string
}

type Conflicting = Pick<DraftState, 'typed' | 'restored' | 'base' | 'rebase'>

/**
 * Compares a draft with the texts that are stored now. Each field that somebody else has saved and in which both differ is
 * one for the user to decide, also if the user did not change it.
 */
export function conflictsOf(draft: Conflicting, stored: Draft['fields']): Conflict[] {
  const { fields: mine } = draft.typed ?? draft.restored ?? {}
  const { base } = draft
  if (!(mine && base)) return []
  return Object.entries(stored).flatMap(([name, theirs]) => {
    const isSaved = name in base.fields && base.fields[name] !== theirs
    const own = mine[name]
    return isSaved && own !== undefined && own !== theirs ? [{ name, mine: own, theirs }] : []
  })
}

/** Takes one of both texts of a field into the draft. */
export function settleConflict(
  draft: Conflicting,
  { name, mine, theirs }: Conflict,
  keep: 'mine' | 'theirs',
): void {
  const { base } = draft
  const fields = (draft.typed ?? draft.restored)?.fields
  if (!(base && fields)) return
  draft.rebase(
    { ...fields, [name]: keep === 'mine' ? mine : theirs },
    { ...base, fields: { ...base.fields, [name]: theirs } },
  )
}
