import styles from './section-choice.module.css'

interface SectionChoiceProps {
  sections: readonly { _id: string; title: string }[]
  /** Empty for the end of the playlist. */
  sectionId: string
  onChange: (sectionId: string) => void
}

/** To which section new videos are added; nothing in a playlist without sections. */
export function SectionChoice({ sections, sectionId, onChange }: SectionChoiceProps) {
  if (sections.length === 0) return null
  return (
    <label className={styles.section}>
      Add to{' '}
      <select value={sectionId} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">the end</option>
        {sections.map(({ _id, title }) => (
          <option key={_id} value={_id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
