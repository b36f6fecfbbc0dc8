import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './captions-select.module.css'
import type { OwnCaptions } from './own-captions.ts'

interface CaptionsSelectProps {
  captions: OwnCaptions
  onLanguage: (language: string | null) => void
}

/** Chooses among the captions of the video. The browser draws the list, so it needs no room over the picture. */
export function CaptionsSelect({ captions: { choices, shown }, onLanguage }: CaptionsSelectProps) {
  return (
    <span className={styles.captions} data-shown={shown !== undefined || undefined}>
      <Icon name="captions" />
      <select
        aria-label="Captions"
        value={shown?.language ?? ''}
        onChange={({ target }) => onLanguage(target.value || null)}
      >
        <option value="">Off</option>
        {choices.map(({ _id, language, label, auto }) => (
          <option key={_id} value={language}>
            {auto ? `${label} (auto)` : label}
          </option>
        ))}
      </select>
    </span>
  )
}
