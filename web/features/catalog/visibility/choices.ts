import { VISIBILITIES, type Visibility } from '#contract/catalog/visibility.ts'
import type { GroupRef } from '#contract/catalog/visibility-fields.ts'
import { countOf } from '#contract/format.ts'
import type { IconName } from '#web/ui/picture/icon.tsx'

interface Choice {
  label: string
  help: string
  icon: IconName
}

/** The choices of "Who can see it", in their order. */
export const CHOICES: Readonly<Record<Visibility, Choice>> = {
  public: { label: 'Everyone', help: 'On the site, in search and on the web.', icon: 'world' },
  unlisted: {
    label: 'People with the link',
    help: 'Not in lists or search. You can replace the link at any time.',
    icon: 'link',
  },
  members: { label: 'Members', help: 'Everybody who is logged in.', icon: 'user' },
  groups: { label: 'Groups', help: 'Only people in the groups that you choose.', icon: 'users-group' },
}

export const visibilityIn = (text: string): Visibility =>
  VISIBILITIES.find((each) => each === text) ?? 'public'

/** Whom a playlist is for. The groups are known to its teacher and admins only. */
export interface Audience {
  visibility: Visibility
  groups?: readonly GroupRef[] | undefined
}

/** `Members`, `Class 7b`, `3 groups`, or `No group` when the last one was deleted. */
export function audienceText({ visibility, groups }: Audience): string {
  if (visibility !== 'groups' || groups === undefined) return CHOICES[visibility].label
  const [first, ...others] = groups
  if (first === undefined) return 'No group'
  return others.length === 0 ? first.name : countOf(groups.length, 'group')
}

interface Shared {
  _id: string
  visibility?: Visibility | undefined
  /** Of one whose link opens it, for its teacher and admins. */
  link?: string | undefined
}

/** The address of a playlist that others can open, as far as the user knows one. */
export const shareAddressOf = ({ _id, visibility, link }: Shared): string | undefined =>
  visibility === 'unlisted' ? link : `/playlist-details/${_id}`

/** `28 learners lose access. Their progress is kept.` */
export const losingText = (losing: number) =>
  `${countOf(losing, 'learner')} ${losing === 1 ? 'loses' : 'lose'} access. Their progress is kept.`
