import { inTaskOfItsOwn } from '#web/core/own-task.ts'
import { toggleTheme, useDark } from '#web/core/theme.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from '#web/ui/icon-button.module.css'

/**
 * Both icons are there and the theme shows one of them, so that nothing flashes before hydration. Another theme is another
 * style of everything in the window: of that the task of the press is spared.
 */
export function ThemeButton() {
  return (
    <button
      type="button"
      className={styles.iconButton}
      aria-label="Dark mode"
      aria-pressed={useDark()}
      onClick={() => inTaskOfItsOwn(toggleTheme)}
    >
      <Icon name="moon" className="only-light" />
      <Icon name="sun" className="only-dark" />
    </button>
  )
}
