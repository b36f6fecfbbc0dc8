import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import styles from './search-input.module.css'

export type SearchInputProps = {
  id: string
  value: string
  placeholder: string
  /** The key that moves the focus here. */
  shortcut?: string | undefined
  onChange: (value: string) => void
}

/** The round search box with its button. Render it in a form with `role="search"` and a label for `id`. */
export function SearchInput({ id, value, placeholder, shortcut, onChange }: SearchInputProps) {
  return (
    <div className={styles.box}>
      <input
        id={id}
        type="search"
        dir="auto"
        name="q"
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        aria-keyshortcuts={shortcut}
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton type="submit" icon="search" label="Search" size="sm" className={styles.submit} />
    </div>
  )
}
