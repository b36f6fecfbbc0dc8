import { Fragment, type SyntheticEvent, useId, useRef } from 'react'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { keepFocusWithin, useModal } from '#web/ui/overlay/use-modal.ts'
import { SHORTCUTS, type ShortcutKey } from './keys.ts'
import styles from './shortcuts-dialog.module.css'
import { SliderLegend } from './slider-legend.tsx'

interface ShortcutsDialogProps {
  enabled: boolean
  onEnabled: (enabled: boolean) => void
  onClose: () => void
}

type Group = keyof typeof SHORTCUTS

const COLUMNS: readonly (readonly Group[])[] = [
  ['Playback', 'Sound'],
  ['Picture', 'Learning'],
]

/** Every shortcut, from the table that the handlers use. */
export function ShortcutsDialog({ enabled, onEnabled, onClose }: ShortcutsDialogProps) {
  const id = useId()
  const close = useRef<HTMLButtonElement>(null)
  const dialog = useModal(close)
  const handleClose = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={styles.dialog}
      closedby="any"
      onCancel={handleClose}
      onClose={onClose}
      onKeyDown={keepFocusWithin}
    >
      <div className={styles.head}>
        <h2 id={id}>Keyboard shortcuts</h2>
        <IconButton ref={close} icon="close" label="Close" onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, also for those without a mouse */}
      <section className={styles.body} tabIndex={0} aria-label="All shortcuts">
        {COLUMNS.map((groups) => (
          <div key={groups[0]}>
            {groups.map((group) => (
              <section key={group}>
                <h3>{group}</h3>
                <dl>
                  {SHORTCUTS[group].map(({ label, keys, between }) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>
                        <Keys keys={keys} between={between} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        ))}
      </section>
      <div className={styles.foot}>
        <SliderLegend />
        <Button size="sm" onClick={() => onEnabled(!enabled)}>
          {enabled ? 'Turn shortcuts off' : 'Turn shortcuts on'}
        </Button>
      </div>
    </dialog>
  )
}

function Keys({ keys, between }: { keys: readonly ShortcutKey[]; between?: 'or' | 'to' }) {
  const shown = between === 'to' ? keys.filter((_, index) => index === 0 || index === keys.length - 1) : keys
  return shown.map(({ code, cap }, index) => (
    <Fragment key={code}>
      {index > 0 && between && <span>{between}</span>}
      {cap.split(' + ').map((part) => (
        <kbd key={part}>{part}</kbd>
      ))}
    </Fragment>
  ))
}
