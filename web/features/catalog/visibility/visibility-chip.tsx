import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import { type Audience, audienceText, CHOICES } from './choices.ts'
import styles from './visibility-chip.module.css'

/** Shows the audience of a playlist as an icon and words. */
export function VisibilityChip({ visibility, groups }: Audience) {
  const hasNone = visibility === 'groups' && groups?.length === 0
  const names = groups?.map(({ name }) => name).join(', ')
  return (
    <span className={classNames(styles.chip, hasNone && styles.none)} title={names || undefined}>
      <Icon name={hasNone ? 'lock' : CHOICES[visibility].icon} />
      <span className="sr">Who can see it: </span>
      <bdi>{audienceText({ visibility, groups })}</bdi>
    </span>
  )
}

/** The same for lists, where most playlists are for everyone and have no chip. */
export function RestrictedChip({ visibility, groups }: Partial<Audience>) {
  if (visibility === undefined || visibility === 'public') return null
  return <VisibilityChip visibility={visibility} groups={groups} />
}
