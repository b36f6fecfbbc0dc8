import type { PersonState } from '#contract/people/people-words.ts'
import { Badge, type BadgeProps } from '#web/ui/feedback/badge.tsx'

export const STATE_WORDS: Record<PersonState, string> = {
  active: 'Active',
  unconfirmed: 'Not confirmed',
  suspended: 'Suspended',
  deleted: 'Deleted',
}

const LOOKS: Record<PersonState, Pick<BadgeProps, 'tone' | 'icon'>> = {
  active: { tone: 'approved' },
  unconfirmed: { tone: 'pending' },
  suspended: { tone: 'cancel' },
  deleted: { tone: 'draft', icon: 'trash' },
}

/** The state of an account. */
export function StateBadge({ state }: { state: PersonState }) {
  return <Badge {...LOOKS[state]}>{STATE_WORDS[state]}</Badge>
}
