import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { classNames } from '#web/ui/class-names.ts'
import iconButton from '#web/ui/navigation/icon-button.module.css'
import { SecurityIcon } from './security-icon.tsx'

/** Copies something, or says that it cannot: browsers offer the clipboard only with https. */
export function CopyButton({ label, copy }: { label: string; copy: () => Promise<void> }) {
  const run = () =>
    copy().catch(() => notify.error('Your browser does not allow copying.', { timeout: SCREEN_TOAST_MS }))
  return (
    <button
      type="button"
      aria-label={label}
      className={classNames(iconButton.iconButton, iconButton.sm)}
      onClick={() => void run()}
    >
      <SecurityIcon name="copy" size="sm" />
    </button>
  )
}
