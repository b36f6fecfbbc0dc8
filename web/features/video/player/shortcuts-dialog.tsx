import { Fragment, type SyntheticEvent, useId, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { keepFocusWithin, useModal } from '#web/ui/overlay/use-modal.ts'
import { SHORTCUTS, type ShortcutKey } from './keys.ts'
import styles from './shortcuts-dialog.module.css'
import slider from './slider.module.css'

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

const BUBBLE = 'M2.5 3h9a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1H8l-2 2.2V9.5H2.5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z'

/** What the marks of the slider mean. */
function SliderLegend() {
  return (
    <ul className={styles.legend}>
      <li>
        <svg viewBox="0 0 22 14" width="22" height="14" aria-hidden="true">
          <rect className={slider.line} y="6" width="22" height="2" />
          <rect className={slider.watched} y="4" width="14" height="6" rx="3" />
        </svg>
        watched
      </li>
      <li>
        <svg viewBox="0 0 22 14" width="22" height="14" aria-hidden="true">
          <rect className={slider.line} y="6" width="22" height="2" />
          <rect className={slider.tick} x="10" y="1" width="2" height="12" />
        </svg>
        chapter
      </li>
      <li>
        <svg viewBox="0 0 14 14" width="12" height="12" aria-hidden="true">
          <circle className={slider.note} cx="7" cy="7" r="4.5" />
        </svg>
        your note
      </li>
      <li>
        <svg viewBox="0 0 14 14" width="12" height="12" aria-hidden="true">
          <path className={slider.note} d="M3 2h8v10l-4-3l-4 3z" />
        </svg>
        your bookmark
      </li>
      <li>
        <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
          <path className={classNames(slider.comment, slider.question)} d={BUBBLE} />
        </svg>
        question
      </li>
      <li>
        <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
          <path className={slider.comment} d={BUBBLE} />
        </svg>
        comment
      </li>
    </ul>
  )
}
