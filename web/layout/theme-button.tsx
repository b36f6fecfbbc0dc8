import { toggleTheme, useDark } from '#web/core/theme.ts'
import styles from '#web/ui/navigation/icon-button.module.css'
import { Icon } from '#web/ui/picture/icon.tsx'

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
