import { toggleTheme, useDark } from '#web/core/theme.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from '#web/ui/icon-button.module.css'

/** Renders both icons. The theme shows one of them in CSS, so nothing flashes before hydration. */
export function ThemeButton() {
  return (
    <button
      type="button"
      className={styles.iconButton}
      aria-label="Dark mode"
      aria-pressed={useDark()}
      onClick={toggleTheme}
    >
      <Icon name="moon" className="only-light" />
      <Icon name="sun" className="only-dark" />
    </button>
  )
}
