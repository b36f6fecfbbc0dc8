import type { ReviewedContent, ReviewedField } from '#contract/review/review.ts'
import type { Round, RoundRevision } from '#contract/review/rounds.ts'
import { versionsOf } from './round-decision.ts'

/** What the versions of a round are compared with. */
export type View = 'formerly' | 'online' | 'everything'

export interface ViewOption {
  value: View
  label: string
}

/** The ways to look at a round, the most useful one first. */
export function viewsOf(round: Round): [ViewOption, ...ViewOption[]] {
  const versions = versionsOf(round)
  const former = Math.max(0, ...versions.map(({ formerly }) => formerly?.round ?? 0))
  const everything: ViewOption = { value: 'everything', label: 'Everything' }
  const compared: ViewOption[] = [
    ...(former > 0 ? [{ value: 'formerly' as const, label: `Since round ${former}` }] : []),
    ...(versions.some(({ before }) => before !== null)
      ? [{ value: 'online' as const, label: 'Since what is online' }]
      : []),
  ]
  const [first, ...others] = compared
  return first ? [first, ...others, everything] : [everything]
}

export interface Comparison {
  before: ReviewedContent
  changes: readonly ReviewedField[]
}

/** What a version is compared with; undefined for something new and where everything is shown. */
export function comparisonOf(revision: RoundRevision, view: View): Comparison | undefined {
  const { before, changes, formerly } = revision
  if (view === 'everything') return undefined
  if (view === 'formerly' && formerly) return { before: formerly.content, changes: formerly.changes }
  return before ? { before, changes } : undefined
}
