import { VISIBILITIES, type Visibility } from '#contract/catalog/visibility.ts'
import type { GroupRef } from '#contract/catalog/visibility-fields.ts'
import { FieldError, useField } from '#web/ui/form/field.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { CHOICES } from './choices.ts'
import { GroupSelect } from './group-select.tsx'
import styles from './visibility-field.module.css'

interface VisibilityFieldProps {
  visibility: Visibility
  /** The ids of the chosen groups. */
  groups: readonly string[]
  /** The groups that see the playlist now. The teacher may have left one of them. */
  stored: readonly GroupRef[]
  onVisibility: (visibility: Visibility) => void
  onGroups: (groups: readonly string[]) => void
}

/** "Who can see it", with the groups to choose below their choice. */
export function VisibilityField({
  visibility,
  groups,
  stored,
  onVisibility,
  onGroups,
}: VisibilityFieldProps) {
  const field = useField({ name: 'visibility' })
  return (
    <div className={styles.field}>
      <RadioCards
        name="visibility"
        legend="Who can see it"
        value={visibility}
        onChange={(value) => {
          field.edited()
          onVisibility(value)
        }}
        options={VISIBILITIES.map((value) => ({
          value,
          ...CHOICES[value],
          ...(value === 'groups' &&
            visibility === 'groups' && {
              fields: <GroupSelect chosen={groups} known={stored} onChange={onGroups} />,
            }),
        }))}
      />
      <FieldError field={field} />
      <p className={styles.help}>Others see it only after approval. The picture itself is not secret.</p>
    </div>
  )
}
